declare module 'virtual:passbell-reasons/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

// Without Preact's own types, which would take the place of React's: the screens and Mantine are checked by those.
declare module 'preact/compat' {
  const compat: object;
  export default compat;
}
