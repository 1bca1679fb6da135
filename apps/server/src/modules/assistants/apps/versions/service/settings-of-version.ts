import { AppSettings } from '@atelier/contracts/assistants/apps';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { knowledgeBaseNames } from '../../../../content/bases/index.ts';
import type { WholeSettings } from '../../service/update-app.ts';

/** Returns the settings of a version, with defaults for settings that did not exist yet when it was stored. */
export const settingsOfVersion = (
  stored: AppSettings & { configuration?: WholeSettings['configuration'] | undefined },
): WholeSettings => ({
  ...AppSettings.parse(stored),
  configuration: stored.configuration ?? 'MANUAL',
});

/** Returns earlier settings without knowledge bases that no longer exist. */
export const withExistingBases = async (tx: TxCtx, earlier: WholeSettings): Promise<WholeSettings> => {
  const names = await knowledgeBaseNames.find(tx, earlier.knowledgeBaseIds);
  return { ...earlier, knowledgeBaseIds: earlier.knowledgeBaseIds.filter((id) => names.has(id)) };
};
