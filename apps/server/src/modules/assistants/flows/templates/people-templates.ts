import { buildFlow, choose, respond, startBy, step, type Template } from './template.ts';

const answerWebhook: Template = {
  templateId: 'tpl_answer_a_webhook',
  displayName: 'Answer a webhook',
  description: 'Takes a call from another program and answers it with what it sent.',
  category: 'Webhooks',
  content: buildFlow('Answer a webhook', startBy('webhook.catch_webhook', 'Catch a webhook'), [
    step('step_1', 'input.trigger_input', 'Input of the trigger', { text: '{{trigger.body}}' }),
    respond('step_2', 200, { received: '{{step_1}}' }),
  ]),
};

const askKnowledge: Template = {
  templateId: 'tpl_ask_knowledge',
  displayName: 'Answer questions from a knowledge base',
  description: 'Lets another program ask your documents, and answers with the passages that say so.',
  category: 'Knowledge',
  content: buildFlow('Answer questions from a knowledge base', startBy('webhook.catch_webhook', 'Question'), [
    step('step_1', 'knowledge.ask_knowledge', 'Ask the knowledge base', {
      knowledgeBaseIds: [],
      question: '{{trigger.body.question}}',
    }),
    respond('step_2', 200, {
      answer: '{{step_1.answer}}',
      isAnswered: '{{step_1.isAnswered}}',
      citations: '{{step_1.citations}}',
    }),
  ]),
};

const tell = (name: string, outcome: string) =>
  step(name, 'mail.send_mail', `Tell: ${outcome}`, {
    to: '{{trigger.body.email}}',
    subject: `Expense ${outcome}: {{trigger.body.what}}`,
    text: `Your expense “{{trigger.body.what}}” of {{trigger.body.amount}} was ${outcome}.\n\n{{step_2.comment}}`,
  });

const approveExpense: Template = {
  templateId: 'tpl_approve_expense',
  displayName: 'Approve expenses',
  description: 'Asks a person whether to pay an expense, waits for two days at most, and mails the decision.',
  category: 'People',
  content: buildFlow('Approve expenses', startBy('webhook.catch_webhook', 'Expense'), [
    respond('step_1', 202, { received: true }),
    step('step_2', 'approval.wait_for_approval', 'Ask for the approval', {
      title: 'Pay {{trigger.body.what}} for {{trigger.body.amount}}?',
      message: 'Asked by {{trigger.body.email}}.',
      to: [],
      timeoutHours: 48,
    }),
    choose('step_3', 'What was decided?', [
      {
        branchName: 'Approved',
        when: { firstValue: '{{step_2.approved}}', operator: 'BOOLEAN_IS_TRUE' },
        steps: [tell('step_4', 'approved')],
      },
      {
        branchName: 'Nobody answered',
        when: { firstValue: '{{step_2.timedOut}}', operator: 'BOOLEAN_IS_TRUE' },
        steps: [tell('step_5', 'not decided in time')],
      },
      { branchName: 'Rejected', steps: [tell('step_6', 'rejected')] },
    ]),
  ]),
};

export const peopleTemplates: readonly Template[] = [answerWebhook, askKnowledge, approveExpense];
