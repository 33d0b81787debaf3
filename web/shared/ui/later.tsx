// Parts of a screen that are loaded after it was shown.

import { type ComponentType, type ReactNode, Suspense, use } from 'react';

/** A component that may be loaded later. */
export class Later<P> {
  readonly #find: () => Promise<ComponentType<P>>;
  #loading: Promise<ComponentType<P>> | undefined;
  #loaded: ComponentType<P> | undefined;

  constructor(find: () => Promise<ComponentType<P>>) {
    this.#find = find;
  }

  /** The component, when it has been loaded. */
  get loaded(): ComponentType<P> | undefined {
    return this.#loaded;
  }

  /** Loads it, where it has not been. A load that failed is tried again by the next one. */
  load(): Promise<ComponentType<P>> {
    this.#loading ??= this.#find().then(
      (found) => {
        this.#loaded = found;
        return found;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

interface Props<P> {
  readonly part: Later<P>;
  readonly props: P;
  /** Shown until it is there. */
  readonly meanwhile?: ReactNode;
}

/** Shows a part: at once where it has been loaded. */
export function Part<P extends object>({ part, props, meanwhile }: Props<P>) {
  return (
    <Suspense fallback={meanwhile}>
      <Found part={part} props={props} />
    </Suspense>
  );
}

function Found<P extends object>({ part, props }: Props<P>) {
  const Component = part.loaded ?? use(part.load());
  return <Component {...props} />;
}
