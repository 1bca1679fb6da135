import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { ComponentType } from 'react';

/** A screen of a feature, in the form that the shell's router takes. */
export interface Screen {
  /** A path with its parameters as `$id`: `/knowledge-base/$id/$section`. */
  path: string;
  /** The permission without which the screen shows nothing, and the title under which it says so. Items of the menu state their own. */
  requires?: { permission: Permission; title: string };
  load: () => Promise<{ default: ComponentType }>;
}
