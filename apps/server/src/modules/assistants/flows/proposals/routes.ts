import { flowProposals } from '@atelier/contracts/assistants/flows/flow-proposals';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { proposeChange } from './propose-change.ts';
import { proposeFlow } from './propose-flow.ts';

export const flowProposalRoutes = defineRoutes(flowProposals, {
  propose: (ctx, { body }, { signal }) => proposeFlow(ctx, body.sentence, signal),
  proposeChange: (ctx, { params: { id }, body: { sentence } }, { signal }) =>
    proposeChange(ctx, { id, sentence }, signal),
});
