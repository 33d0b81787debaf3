// What the tests of several screens look at.

/** Texts that want to be something else than text; each sets `window.pwned` when it succeeds. */
export const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '\'"><script>window.pwned=1</script>',
  '\u202etxet desrever {{constructor.constructor("window.pwned=1")()}}',
  `${'W'.repeat(80)}\u0301\u0489 \u{1f469}\u200d\u{1f469}\u200d\u{1f467} javascript:window.pwned=1`,
] as const;

/** What reaches beyond the phone, outside of what scrolls by itself. */
export const WIDER = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML.slice(0, 200))`;
