/** A place where other modules add values that the module which defines it needs and may not import. */
export interface ExtensionPoint<T> {
  readonly name: string;
  /** Exists for the type checker only: it makes points of different types incompatible. */
  readonly takes?: (extension: T) => void;
}

/** A value that a module adds at an extension point. Made by `extend`. */
export interface Extension {
  readonly point: string;
  readonly value: unknown;
}

/** `name` is `<module>.<what is added>` and is unique in the product. */
export const defineExtensionPoint = <T>(name: string): ExtensionPoint<T> => ({ name });

/** Makes an entry of the field `extends` of a module. */
export const extend = <T>(point: ExtensionPoint<T>, value: NoInfer<T>): Extension => ({
  point: point.name,
  value,
});

const valueAs = <T>(value: unknown): T => value as T;

/** The extensions of all modules of a server. */
export class Extensions {
  readonly #all: readonly Extension[];

  constructor(all: readonly Extension[]) {
    this.#all = all;
  }

  /** All values that were added at the point, in the order of the modules. */
  of<T>({ name }: ExtensionPoint<T>): readonly T[] {
    return this.#all.filter(({ point }) => point === name).map(({ value }) => valueAs<T>(value));
  }

  /** The only value that was added at the point. Throws an error when there is none, or more than one. */
  require<T>(point: ExtensionPoint<T>): T {
    const found = this.of(point);
    if (found.length !== 1) throw new Error(`${found.length} modules extend ${point.name}; one has to.`);
    return valueAs<T>(found[0]);
  }
}
