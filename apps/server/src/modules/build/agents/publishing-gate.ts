import { createHash } from 'node:crypto';
import { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** A draft that is about to take the place of the published version. */
export interface Publication {
  agentId: string;
  /** The number of the published version, with which the draft was compared. */
  version: number;
  /** Identifies the settings of the draft. */
  fingerprint: string;
  /** True when an owner wants the draft whatever its test said. */
  override: boolean;
}

/** Throws when a draft must not be published. Modules that judge answers provide it. */
export const publishingGate =
  defineExtensionPoint<(tx: TxCtx, publication: Publication) => Promise<void>>('agents.publishing-gate');

/** Returns the same text for settings that work alike. */
export const fingerprintOf = (settings: unknown): string => {
  // Parsing puts the keys of stored settings in the order of the schema.
  const {
    name: _name,
    description: _description,
    access: _access,
    ...working
  } = AgentSettings.parse(settings);
  return createHash('sha256').update(JSON.stringify(working)).digest('hex');
};
