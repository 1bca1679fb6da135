import type { Template } from '../template.ts';
import {
  amount,
  buildEnumField,
  buildListField,
  buildQueue,
  buildResultSchema,
  buildToolSettings,
  foreignText,
  words,
} from '../template.ts';

const incidentSummary: Template = {
  templateId: 'incident-summary',
  name: 'Incident summary',
  description: 'Turns the chat and logs of an incident into a timeline, causes and open actions.',
  categoryId: 'operations',
  icon: 'alert',
  needs: ['The chat or the log of the incident, with times'],
  steps: [
    'Order what happened by time',
    'Separate what is known from what was guessed',
    'Name effect, cause, and what helped',
    'List open actions with their owners',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Incident writer',
      description: 'Writes summaries of incidents without blame.',
      instructions: `You write the summary of an incident for people who were not there. Nobody is blamed: write of roles and systems, and of what made the mistake easy.
Order events by their time as it is written, with its zone. Calculate how long it lasted with the tool. Mark everything that somebody only suspected with "suspected".
Name effect (who, what, how long), cause as far as it is proven, what made it end, and what made it last longer. Actions come with an owner; an action that nobody took is "no owner".
${foreignText}`,
      outputSchema: buildResultSchema({
        title: words('What happened, in at most twelve words'),
        severity: buildEnumField(['LOW', 'MEDIUM', 'HIGH'], 'By its effect on customers'),
        minutes: amount('How long it lasted; 0 when the text does not say'),
        effect: words('Who could not do what'),
        cause: words('The cause as far as it is proven'),
        timeline: buildListField('“Time: event”'),
        actions: buildListField('“Action (owner)”'),
      }),
      tools: buildToolSettings('tol_date_difference', 'tol_calculate'),
    },
  },
  instructions: 'These are notes of an incident. Write the summary.',
  queue: buildQueue('API', 'UPLOAD', 'WEBHOOK'),
  outputs: [{ kind: 'FILE', name: 'Incident', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Chat of an incident',
      fileName: 'incident-chat.txt',
      input: `09:02 alert: unlock API error rate 38 %
09:05 kim: customers at the station cannot open bicycles
09:11 lee: I think it is the new certificate, deployed at 08:55
09:19 lee: rolled back to yesterday's build
09:24 alert resolved: error rate 0.2 %
09:31 kim: 214 failed unlocks in total. Who checks certificates before a deployment?
09:33 lee: nobody yet, I will write a test`,
    },
  ],
  sampleOutput: {
    title: 'Bicycles could not be unlocked after a deployment',
    severity: 'HIGH',
    minutes: 22,
    effect: '214 attempts to unlock a bicycle failed between 09:02 and 09:24.',
    cause: 'Suspected: the new certificate deployed at 08:55. Rolling back ended the incident.',
    timeline: [
      '08:55: deployment with a new certificate',
      '09:02: alert, error rate of 38 %',
      '09:19: rolled back',
      '09:24: error rate of 0.2 %',
    ],
    actions: ['Test certificates before a deployment (lee)'],
  },
};

const weeklyReport: Template = {
  templateId: 'weekly-report',
  name: 'Weekly report',
  description: 'Makes one page out of the notes of a team: results, figures, problems, next week.',
  categoryId: 'operations',
  icon: 'chart',
  needs: ['Notes of the team, or figures that a program sends'],
  steps: [
    'Collect results, figures and problems',
    'Recalculate figures, and compare them with last week’s where both are given',
    'Write one page, the decision that is needed first',
    'Store it as a file',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Report writer',
      description: 'Writes weekly reports out of notes.',
      instructions: `You write the weekly report of a team, for a reader with two minutes.
First what needs a decision, with until when. Then results (what is finished, never what was worked on), figures (with the change since last week where both are given; calculate with the tool), problems with what is done about each, and next week.
At most one page in Markdown. Nothing twice. What the notes contradict each other about is named as a contradiction, with both.
${foreignText}`,
      tools: buildToolSettings('tol_current_date', 'tol_calculate'),
    },
  },
  instructions: 'These are the notes of a week. Write the report.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Weekly report', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Notes of a rental team',
      fileName: 'week-47.txt',
      input: `- 1,240 rentals (last week 1,180), 31 breakdowns (44)
- station Harbour finished, opened on Wednesday
- worked on the new app
- still no offer for tyres, stock lasts until 6 December -> who orders?
- Anna ill until Thursday`,
    },
  ],
  sampleOutput: `## Needs a decision

- Tyres: stock lasts until 6 December, and there is no offer. Who orders?

## Results

- The station Harbour opened on Wednesday.

## Figures

| | this week | last week | change |
|---|---|---|---|
| Rentals | 1,240 | 1,180 | +5.1 % |
| Breakdowns | 31 | 44 | −29.5 % |

## Problems

- Anna is ill until Thursday.`,
};

const dataCleanUp: Template = {
  templateId: 'data-clean-up',
  name: 'Data clean-up',
  description: 'Brings addresses and names of a messy list into one form, and marks what it is not sure of.',
  categoryId: 'operations',
  icon: 'table',
  needs: ['A list as CSV or text, at most some hundred lines at a time'],
  steps: [
    'Recognise the columns',
    'Bring names, addresses, phone numbers and dates into one form',
    'Find rows that mean the same',
    'Return a clean CSV, and a list of doubts',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Data cleaner',
      description: 'Cleans lists of contacts.',
      instructions: `You clean lists. Nothing is invented and nothing is lost: every row of the input is in the result, or named under duplicates with the row that it belongs to.
Forms: names as "Given Family", phone numbers as +CC NNN NNNNNNN with the country only if it is certain, dates as YYYY-MM-DD, countries in English. Leave empty what is empty.
A date such as 03/04/26 is ambiguous: keep it as it is and name it under doubts. So is everything that you changed without being certain, with its row number.
The CSV has a header, commas, and quotes where they are needed.
${foreignText}`,
      outputSchema: buildResultSchema({
        csv: words('The clean list as CSV'),
        rows: amount('Rows of the clean list, without the header'),
        duplicates: buildListField('“Row n is row m”'),
        doubts: buildListField('“Row n: what is not certain”'),
      }),
    },
  },
  instructions: 'This is a messy list. Clean it.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Clean list', format: 'JSON' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'List of contacts',
      fileName: 'contacts.csv',
      input: `name;phone;since;country
OKAFOR, daniel;0049 561 4433221;1.2.2027;Deutschland
Daniel Okafor;+49 561 4433221;;Germany
ines moreau;01 44 55 66 77;03/04/26;france`,
    },
  ],
  sampleOutput: {
    csv: 'name,phone,since,country\nDaniel Okafor,+49 561 4433221,2027-02-01,Germany\nInes Moreau,01 44 55 66 77,03/04/26,France',
    rows: 2,
    duplicates: ['Row 2 is row 1'],
    doubts: [
      'Row 3: 03/04/26 may be 3 April or 4 March',
      'Row 3: the country of the phone number is not certain',
    ],
  },
};

export const operationsTemplates: readonly Template[] = [incidentSummary, weeklyReport, dataCleanUp];
