// What functions use that tests run in a page: the types of React name elements without members.

interface Element {
  readonly textContent: string;
  querySelectorAll(selectors: string): Iterable<Element>;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly width: number;
    readonly height: number;
  };
}
