import { buildFlow, choose, forEach, respond, startBy, step, type Template } from './template.ts';

const storeLead: Template = {
  templateId: 'tpl_store_lead',
  displayName: 'Store leads of a form',
  description:
    'Takes the entries of a form, reads company and wish out of the message, stores them in PostgreSQL, and tells your sales team.',
  category: 'Data',
  content: buildFlow('Store leads of a form', startBy('webhook.catch_webhook', 'Entry of a form'), [
    choose('step_1', 'Is there an address?', [
      {
        branchName: 'With an address',
        when: { firstValue: '{{trigger.body.email}}', operator: 'TEXT_CONTAINS', secondValue: '@' },
        steps: [
          step('step_2', 'ai.extract_data', 'Read company and wish', {
            text: '{{trigger.body.message}}',
            schema: {
              type: 'object',
              properties: { company: { type: 'string' }, wish: { type: 'string' } },
            },
            instructions: 'company: where the person works. wish: what they want, in at most ten words.',
          }),
          step('step_3', 'postgresql.run_statement', 'Store the lead', {
            query: 'insert into leads (name, email, company, wish) values ($1, $2, $3, $4) returning id',
            parameters: [
              '{{trigger.body.name}}',
              '{{trigger.body.email}}',
              '{{step_2.company ?? ""}}',
              '{{step_2.wish ?? ""}}',
            ],
          }),
          step('step_4', 'mail.send_mail', 'Tell sales', {
            to: '',
            replyTo: '{{trigger.body.email}}',
            subject: 'New lead: {{trigger.body.name}}',
            text: '{{trigger.body.name}} <{{trigger.body.email}}>\n{{step_2.company ?? ""}}\n{{step_2.wish ?? ""}}\n\n{{trigger.body.message}}',
          }),
          respond('step_5', 201, { id: '{{step_3.rows[0].id}}' }),
        ],
      },
      {
        branchName: 'Without',
        steps: [respond('step_6', 400, { error: 'Please send an address as “email”.' })],
      },
    ]),
  ]),
};

const dailyReport: Template = {
  templateId: 'tpl_daily_report',
  displayName: 'Daily report by mail',
  description: 'Reads figures from PostgreSQL every working day, and mails them as a table.',
  category: 'Data',
  content: buildFlow(
    'Daily report by mail',
    startBy('schedule.every_day', 'Every working day', {
      hour_of_the_day: 8,
      minute: 0,
      weekdaysOnly: true,
      timezone: 'UTC',
    }),
    [
      step('step_1', 'postgresql.query_rows', 'Read the figures', {
        query:
          "select state, count(*) as orders, sum(total) as total from orders where created_at >= now() - interval '1 day' group by state order by state",
        parameters: [],
      }),
      step('step_2', 'csv.write_csv', 'Make a table', { rows: '{{step_1.rows}}' }),
      step('step_3', 'mail.send_mail', 'Send the report', {
        to: '',
        subject: 'Orders of the last day: {{step_1.rows.length}} states',
        text: 'The orders of the last 24 hours:\n\n{{step_2}}',
      }),
    ],
  ),
};

const storeCsv: Template = {
  templateId: 'tpl_store_csv',
  displayName: 'Store the lines of a CSV',
  description:
    'Takes a CSV that another program sends, and stores each line in PostgreSQL. Known lines are brought up to date.',
  category: 'Data',
  content: buildFlow('Store the lines of a CSV', startBy('webhook.catch_webhook', 'CSV arrives'), [
    step('step_1', 'csv.parse_csv', 'Read the lines', { text: '{{trigger.body}}', hasHeader: true }),
    forEach('step_2', 'For each line', '{{step_1}}', [
      step('step_3', 'postgresql.run_statement', 'Store the line', {
        query:
          'insert into customers (email, name) values ($1, $2) on conflict (email) do update set name = excluded.name',
        parameters: ['{{step_2.item.email}}', '{{step_2.item.name}}'],
      }),
    ]),
    respond('step_4', 200, { stored: '{{step_1.length}}' }),
  ]),
};

export const dataTemplates: readonly Template[] = [storeLead, dailyReport, storeCsv];
