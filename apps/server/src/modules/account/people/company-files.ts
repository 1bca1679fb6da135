import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** What the deletion of a company needs of its stored files. */
export interface CompanyFiles {
  count: (tx: TxCtx) => Promise<{ count: number; bytes: number }>;
  /** Deletes the bytes of all files of the company, not their rows. May be repeated. */
  deleteObjects: (ctx: Ctx) => Promise<void>;
}

/** The module of files, to the right of this one, provides it. */
export const companyFiles = defineExtensionPoint<CompanyFiles>('people.company-files');
