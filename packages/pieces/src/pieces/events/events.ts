import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import type { OptionsCall, Piece, PieceTrigger } from '../../piece.ts';
import { readTextField, readTextListField } from '../../values.ts';

const app: Field = {
  name: 'appId',
  label: 'Apps',
  type: 'APP',
  description: 'Empty: all apps of the company.',
};
const base: Field = {
  name: 'knowledgeBaseId',
  label: 'Knowledge bases',
  type: 'KNOWLEDGE_BASE',
  description: 'Empty: all knowledge bases of the company.',
};
const flow: Field = {
  name: 'flowId',
  label: 'Flow',
  type: 'DROPDOWN',
  description: 'Empty: all other flows of the company.',
};

const choices = ({ platform }: OptionsCall, field: string): Promise<FieldOption[]> => {
  if (field === app.name) return platform.listApps();
  return field === base.name ? platform.listKnowledgeBases() : platform.listFlows();
};

/** Returns a function that accepts the events of the chosen objects, or of all where none is chosen. */
const only =
  ({ name }: Field, part: string) =>
  (input: FieldValues, value: JsonValue): boolean => {
    const chosen = [readTextField(input, name), ...readTextListField(input, name)].filter((id) => id !== '');
    const found = isObject(value) ? value[part] : null;
    return chosen.length === 0 || (isObject(found) && chosen.includes(readTextField(found, 'id')));
  };

/** Accepts a failure in the chosen flow, also where another flow called it. */
const ofFailedFlow = (input: FieldValues, value: JsonValue): boolean => {
  const calls = isObject(value) && Array.isArray(value['calls']) ? value['calls'] : [];
  return [value, ...calls].some((each) => only(flow, 'flow')(input, each));
};

const ofApp = { fields: [app], options: choices, accepts: only(app, 'app') };
const ofBase = { fields: [base], options: choices, accepts: only(base, 'knowledgeBase') };

const answer = {
  at: '2026-03-31T09:00:00.000Z',
  app: { id: 'app_1', name: 'Support' },
  conversationId: 'cnv_1',
  queryId: 'qry_1',
  question: 'How long does the warranty last?',
  answer: 'The warranty lasts two years [1].',
};
const document = {
  at: '2026-03-31T09:00:00.000Z',
  knowledgeBase: { id: 'kb_1', name: 'Handbook' },
  document: { id: 'imp_1', name: 'Terms.pdf' },
};

const triggers: PieceTrigger[] = [
  {
    kind: 'app-event',
    name: 'answer_given',
    displayName: 'A question was answered',
    description: 'Starts after each answer that an app gives to a question.',
    events: ['answer_given'],
    ...ofApp,
    sample: answer,
  },
  {
    kind: 'app-event',
    name: 'question_unanswered',
    displayName: 'A question stayed without an answer',
    description: 'Starts when an app has found no answer, or can show the closest passages only.',
    events: ['question_unanswered'],
    ...ofApp,
    sample: { ...answer, answer: '' },
  },
  {
    kind: 'app-event',
    name: 'answer_disliked',
    displayName: 'An answer was disliked',
    description:
      'Starts when somebody dislikes an answer, with the reason that they chose and what they wrote.',
    events: ['answer_disliked'],
    ...ofApp,
    sample: { ...answer, reason: 'Incorrect', feedback: 'It is three years.' },
  },
  {
    kind: 'app-event',
    name: 'document_imported',
    displayName: 'A document was imported',
    description: 'Starts when a document has been read and can be found, also when it was read again.',
    events: ['document_imported'],
    ...ofBase,
    sample: document,
  },
  {
    kind: 'app-event',
    name: 'import_failed',
    displayName: 'The import of a document failed',
    description: 'Starts when a document could not be read, with the reason.',
    events: ['import_failed'],
    ...ofBase,
    sample: {
      ...document,
      error: { code: 'documents.encrypted', message: 'The document is protected by a password.' },
    },
  },
  {
    kind: 'app-event',
    name: 'run_failed',
    displayName: 'The run of a flow failed',
    description:
      'Starts when the run of another published flow has failed, with the step and the error. Flows that call each other start it once, for the outermost run, and {{trigger.calls}} names those that it called. A run that was started in this way starts no other when it fails.',
    events: ['run_failed'],
    fields: [flow],
    options: choices,
    accepts: ofFailedFlow,
    sample: {
      at: '2026-03-31T09:00:00.000Z',
      flow: { id: 'flw_1', name: 'Invoices' },
      run: { id: 'run_1' },
      step: { name: 'step_2', title: 'Send the invoice' },
      error: { code: 'pieces.refused', message: 'The service answered with status 500.' },
      calls: [],
    },
  },
];

/** Starts flows when something happens in the product. */
export const events: Piece = {
  name: 'events',
  version: '1.0.0',
  displayName: 'Company events',
  description: 'Starts flows when something happens in this company: answers, imports, failed runs.',
  category: 'FLOW',
  icon: 'bell',
  triggers,
  actions: [],
};
