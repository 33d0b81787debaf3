declare module 'virtual:passbell-reasons/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
