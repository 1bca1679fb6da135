import { createHash } from 'node:crypto';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';
import type { WholeSettings } from './service/update-app.ts';

/** A change of the settings with which an app answers, before it is stored. */
export interface AnsweringChange {
  appId: string;
  /** The version in use, with which the change was compared. */
  version: number;
  /** Identifies the answering settings after the change. */
  fingerprint: string;
  /** True when an owner wants the change whatever its test said. */
  override: boolean;
}

/** Throws when a changed app must not be stored. Modules that judge answers provide it. */
export const answeringGate =
  defineExtensionPoint<(tx: TxCtx, change: AnsweringChange) => Promise<void>>('apps.answering-gate');

/** The settings on which answers depend. */
const answeringKeys = [
  'orchestration',
  'knowledgeBaseIds',
  'answererId',
  'modelId',
  'instructions',
  'followupConversation',
  'summarizeAgent',
  'csvAgent',
  'retrieval',
  'model',
  'chunkingStrategy',
  'guardRail',
] as const satisfies (keyof AppSettings)[];

/** Returns the same text for settings that answer alike. */
export const fingerprintApp = (settings: WholeSettings): string => {
  // Parsing puts the keys of stored settings in the order of the schema.
  const parsed = AppSettings.parse(settings);
  const answering = answeringKeys.map((key) => parsed[key]);
  return createHash('sha256')
    .update(JSON.stringify([settings.configuration, answering]))
    .digest('hex');
};

/** Asks those who judge answers, when a change concerns the answers. */
export const passGate = async (
  tx: TxCtx,
  {
    before,
    after,
    ...change
  }: Omit<AnsweringChange, 'fingerprint'> & Record<'before' | 'after', WholeSettings>,
): Promise<void> => {
  const fingerprint = fingerprintApp(after);
  if (fingerprint === fingerprintApp(before)) return;
  for (const check of tx.services.extensions.of(answeringGate)) await check(tx, { ...change, fingerprint });
};
