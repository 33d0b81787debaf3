// Parts of a screen that are loaded after it was shown.

import { type ComponentType, type ReactNode, Suspense, use, useMemo } from 'react';

/** A part of the page could not be loaded: there is no network, or its release has been gone for long. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded.', { cause });
    this.name = 'PartMissing';
  }
}

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

  /** Loads it, where it has not been; fails with PartMissing. A load that failed is tried again by the next one. */
  load(): Promise<ComponentType<P>> {
    this.#loading ??= this.#find().then(
      (found) => {
        this.#loaded = found;
        return found;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw new PartMissing(error);
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

/** Shows a part: at once where it has been loaded. Throws PartMissing for the boundary around it. */
export function Part<P extends object>({ part, props, meanwhile }: Props<P>) {
  // Outside of what waits, where it outlives a failure: another load with each look at it would never end.
  const loading = useMemo(() => (part.loaded === undefined ? part.load() : undefined), [part]);
  return (
    <Suspense fallback={meanwhile}>
      <Found part={part} loading={loading} props={props} />
    </Suspense>
  );
}

type FoundProps<P> = Pick<Props<P>, 'part' | 'props'> & {
  readonly loading: Promise<ComponentType<P>> | undefined;
};

function Found<P extends object>({ part, loading, props }: FoundProps<P>) {
  const Component = part.loaded ?? use(loading ?? part.load());
  return <Component {...props} />;
}
