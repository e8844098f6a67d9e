/** A component that is drawn again only when one of the named properties is another one; without names, when any is.
 *
 * Elements themselves must not be kept (as by `useMemo`): each holds on to the tree it was made in, and that to the one
 * before, so that nothing that was ever drawn is let go. */
import { Component, type ComponentType, h, type JSX } from "preact";

export function memo<P extends object>(Inner: (props: P) => JSX.Element, names?: readonly (keyof P)[]): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return (names ?? (Object.keys(next) as (keyof P)[])).some((name) => this.props[name] !== next[name]);
    }

    override render() {
      return h(Inner as ComponentType<object>, this.props);
    }
  };
}
