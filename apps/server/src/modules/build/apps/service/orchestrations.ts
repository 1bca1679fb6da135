import { Orchestration } from '@atelier/contracts/build/apps/answering';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { answererPoint } from '../answerers.ts';

const missing: Record<Orchestration, string> = {
  BASIC: 'This server has no knowledge bases.',
  ADVANCE: 'This version has no flows yet, so a flow cannot answer.',
  AGENT: 'This version has no agents yet, so an agent cannot answer.',
  APP: 'This server has no apps that could answer.',
};

/** Lists what can answer an app, and what is missing for the rest. */
export const listOrchestrations = ({ services }: AnyCtx) => {
  const present = new Set(services.extensions.of(answererPoint).map(({ orchestration }) => orchestration));
  return Orchestration.options.map((orchestration) => ({
    orchestration,
    missing: present.has(orchestration) ? null : missing[orchestration],
  }));
};
