import type { Piece } from '../../piece.ts';
import { isOn, readJsonField, readTextField } from '../../values.ts';

export const subFlow: Piece = {
  name: 'sub-flow',
  version: '1.0.0',
  displayName: 'Sub-flow',
  description: 'Runs another flow, and uses its output.',
  category: 'FLOW',
  icon: 'sitemap',
  triggers: [],
  actions: [
    {
      kind: 'control',
      name: 'call_flow',
      displayName: 'Run a flow',
      description: 'Starts a published flow. Its trigger gets the input as `{{trigger.body}}`.',
      fields: [
        { name: 'flowId', label: 'Flow', type: 'DROPDOWN', required: true },
        { name: 'input', label: 'Input', type: 'JSON', isAnyJson: true, default: null },
        {
          name: 'wait',
          label: 'Wait for its output',
          type: 'CHECKBOX',
          default: true,
          description: 'Without it, this flow continues at once.',
        },
      ],
      options: ({ platform }) => platform.listFlows(),
      plan: (values) => ({
        kind: 'run-flow',
        flowId: readTextField(values, 'flowId'),
        input: readJsonField(values, 'input'),
        wait: isOn(values, 'wait'),
      }),
    },
  ],
};
