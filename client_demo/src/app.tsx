/** The page as a whole. */
export function App() {
  return (
    <main>
      <h1>Fray</h1>
    </main>
  );
}
