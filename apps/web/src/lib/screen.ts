import type { ComponentType } from 'react';

/** A screen of a feature, as the shell's router takes it. */
export interface Screen {
  /** With parameters as `$id`: `/knowledge-base/$id/$section`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
}
