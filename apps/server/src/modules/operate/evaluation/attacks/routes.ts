import { attacks } from '@atelier/contracts/operate/evaluation/attacks';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { toSubject } from '../subjects/subject.ts';
import { cancelAttack, listAttacks, planAttack, readAttack, startAttack } from './manage-attacks.ts';

export const attackRoutes = defineRoutes(attacks, {
  plan: (ctx, { query }) => planAttack(ctx, toSubject(query)),
  start: (ctx, { body }) => startAttack(ctx, { ...toSubject(body), set: body.set }),
  list: (ctx, { query }) => listAttacks(ctx, query),
  read: (ctx, { params }) => readAttack(ctx, params.attackTestId),
  cancel: (ctx, { params }) => cancelAttack(ctx, params.attackTestId),
});
