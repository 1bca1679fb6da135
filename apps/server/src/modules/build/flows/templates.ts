import type { FlowTemplate, FlowTemplateDetails } from '@atelier/contracts/build/flows/flow-shapes';
import { fail } from '../../../kernel/base/errors.ts';

const piece = (
  name: string,
  displayName: string,
  settings: { pieceName: string; pieceVersion: string; actionName: string; input: Record<string, unknown> },
  nextAction?: Record<string, unknown>,
): Record<string, unknown> => ({
  name,
  type: 'PIECE',
  displayName,
  settings: {
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    errorHandlingOptions: { retryOnFailure: false, continueOnFailure: false },
    ...settings,
  },
  ...(nextAction ? { nextAction } : {}),
});

const respond = (body: unknown): Record<string, unknown> =>
  piece('step_2', 'Answer the call', {
    pieceName: 'webhook',
    pieceVersion: '1.0.0',
    actionName: 'return_response',
    input: { status: 200, headers: {}, body },
  });

/** The templates that come with the product. */
const templates: readonly FlowTemplateDetails[] = [
  {
    templateId: 'tpl_answer_a_webhook',
    displayName: 'Answer a webhook',
    description: 'Takes a call from another program and answers it with what it sent.',
    category: 'Webhooks',
    pieces: ['webhook', 'input'],
    content: {
      displayName: 'Answer a webhook',
      trigger: {
        name: 'trigger',
        type: 'PIECE_TRIGGER',
        displayName: 'Catch a webhook',
        settings: { pieceName: 'webhook', pieceVersion: '1.0.0', triggerName: 'catch_webhook', input: {} },
        nextAction: piece(
          'step_1',
          'Input of the trigger',
          {
            pieceName: 'input',
            pieceVersion: '0.0.1',
            actionName: 'trigger_input',
            input: { text: '{{trigger.body}}' },
          },
          respond({ received: '{{step_1}}' }),
        ),
      },
    },
  },
];

export const listTemplates = (): FlowTemplate[] => templates.map(({ content: _whole, ...line }) => line);

/** Throws `flows.template_not_found`. */
export const getTemplate = (id: string): FlowTemplateDetails =>
  templates.find(({ templateId }) => templateId === id) ?? fail('flows.template_not_found');
