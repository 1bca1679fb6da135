import type { App } from '@atelier/contracts/assistants/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { visibleApps } from '../app-entity.ts';
import { appRepository } from '../repository.ts';

/** The progress of a tenant with its apps. */
export const appProgress = {
  /** True when the tenant has an app, whether or not the actor may see it. */
  isAny: (tx: TxCtx): Promise<boolean> => appRepository.isAny(tx.db),

  /** Finds the app that was changed last among those that the actor may see. */
  async findWorkedOnLast(tx: TxCtx): Promise<Pick<App, 'appId' | 'access'> | undefined> {
    const [row] = await appRepository.newest(tx.db, { visible: visibleApps(tx) }, 1);
    return row && { appId: row.id, access: row.access };
  },
};
