import type { TxCtx } from '../../../../kernel/context/context.ts';
import { testedKindFor } from './kinds.ts';
import type { Subject } from './subject.ts';

export type NamedSubject = Subject & { name: string };

/**
 * Lists what answers differently when a flow, an agent or a crew does, as far as the actor may see it: the agents and crews that hand work to
 * it, and the apps that it or one of them answers.
 */
export const answeringWith = async (tx: TxCtx, id: string): Promise<NamedSubject[]> => {
  const listed = async (kind: Subject['kind'], answererId: string): Promise<NamedSubject[]> => {
    const names = await testedKindFor({ kind }).answeringWith(tx, answererId);
    return [...names].map(([subjectId, name]) => ({ kind, id: subjectId, name }));
  };
  const agents = await listed('AGENT', id);
  const apps: NamedSubject[] = [];
  for (const answererId of [id, ...agents.map((agent) => agent.id)])
    apps.push(...(await listed('APP', answererId)));
  return [...agents, ...apps];
};
