import type { ComponentType } from 'react';

/** A screen of a feature, in the form that the shell's router takes. */
export interface Screen {
  /** A path with its parameters as `$id`: `/knowledge-base/$id/$section`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
}
