/** One form for several: an option that says so is sent once for each that is chosen there. Pure. */
import { isOpen, isReady, type Values } from "../../table/options.ts";
import type { Form } from "../../table/state.ts";
import type { Param } from "../../wire/types.ts";

/** Whether several may be chosen. Another choice for a past act is one act still. */
export function isForEach({ option, purpose }: Form, { name }: Param): boolean {
  return option.each === name && !purpose;
}

/** All that are chosen, by number. The others are known by value: their numbers change as people come and go. */
export function chosen({ values, others = [] }: Form, { name, choices = [] }: Param): number[] {
  const first = values[name] as number | undefined;
  const isOther = (index: number) => index !== first && isOpen(choices[index]!) && others.includes(choices[index]!.value);
  return first === undefined ? [] : [first, ...choices.map((_, index) => index).filter(isOther)];
}

/** The form after a tap on one of the choices: it is taken, or given back. */
export function toggled(form: Form, param: Param, index: number): Form {
  const now = chosen(form, param);
  const [first, ...rest] = now.includes(index) ? now.filter((other) => other !== index) : [...now, index];
  const { [param.name]: _old, ...values } = form.values;
  const others = rest.map((other) => param.choices?.[other]?.value);
  return { ...form, others, values: first === undefined ? values : { ...values, [param.name]: first } };
}

/** What is to be sent beside the form itself. */
export function besides(form: Form): Values[] {
  const param = form.option.params?.find((each) => isForEach(form, each));
  return param && isReady(form.option, form.values) ? chosen(form, param).slice(1).map((index) => ({ ...form.values, [param.name]: index })) : [];
}
