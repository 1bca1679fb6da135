import type { Template } from '../template.ts';
import {
  buildEnumField,
  buildListField,
  buildQueue,
  buildResultSchema,
  foreignText,
  words,
} from '../template.ts';

const cvScreening: Template = {
  templateId: 'cv-screening',
  name: 'CV screening',
  description:
    'Compares an application with the profile of the job, with evidence for each point and nothing else.',
  categoryId: 'people',
  icon: 'user',
  needs: ['The profile of the job, written into the instructions of the worker'],
  steps: [
    'Read the application',
    'Compare it with each requirement, with the passage that proves it',
    'List what to ask in a conversation',
    'Wait for a person, who decides',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Application reader',
      description: 'Compares applications with the profile of a job.',
      instructions: `You prepare a decision that a person takes. You never decide, rank or reject.
Compare the application with each requirement of the profile: met, partly met, not shown. Quote the passage that shows it. What is not written is "not shown", never "not met".
Judge only what the work takes. Leave out and never weigh: age, sex, origin, religion, health, family, photo, name, address, gaps without a reason, spelling unless the job is writing.
Write at most five questions for a conversation that would settle what is not shown.
${foreignText}`,
      outputSchema: buildResultSchema({
        applicant: words('The name as it is written'),
        summary: words('What the person has done, in two sentences'),
        requirements: buildListField('“Requirement: met, partly met or not shown. Quote”'),
        questions: buildListField('Questions for a conversation'),
        completeness: buildEnumField(
          ['COMPLETE', 'INCOMPLETE'],
          'Whether the application can be judged at all',
        ),
      }),
    },
  },
  instructions: `Profile of the job: mechanic for electric bicycles.
Required: a completed apprenticeship or three years in a workshop; experience with electric drives; German or English.
Useful: dealing with customers, first aid.

This is an application. Compare it with the profile.`,
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'KEEP' }],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Application',
      fileName: 'application-okafor.txt',
      input: `Daniel Okafor
2019–2022 Apprenticeship as a two-wheel mechanic, Radwerk Kassel (final grade 1.7)
2022–today Mechanic at City Rental: service of 300 electric bicycles, diagnosis of Bosch and Shimano drives
Languages: German, English (B2)
I like to explain to people what was wrong with their bicycle.`,
    },
  ],
  sampleOutput: {
    applicant: 'Daniel Okafor',
    summary:
      'Completed an apprenticeship as a two-wheel mechanic in 2022. Has looked after 300 electric bicycles since then.',
    requirements: [
      'Apprenticeship: met. “Apprenticeship as a two-wheel mechanic”',
      'Electric drives: met. “diagnosis of Bosch and Shimano drives”',
      'German or English: met. “German, English (B2)”',
      'Dealing with customers: partly met. “I like to explain to people”',
      'First aid: not shown',
    ],
    questions: [
      'Which faults of electric drives have you found yourself?',
      'Have you done a first-aid course?',
    ],
    completeness: 'COMPLETE',
  },
};

const jobAd: Template = {
  templateId: 'job-ad',
  name: 'Job-ad writer',
  description: 'Turns a few notes into a job advertisement that says what the work is really like.',
  categoryId: 'people',
  icon: 'pencil',
  needs: [],
  steps: [
    'Read the notes, and ask for what is missing',
    'Write the advertisement: the work first, then what it takes and what it gives',
    'Check it for words that keep people away',
    'Wait for approval',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Job-ad writer',
      description: 'Writes job advertisements out of notes.',
      instructions: `You write job advertisements that people read to the end.
Begin with what the person does on an ordinary day. Then what it takes, split into "needed" (at most five) and "learned here". Then what it gives: pay, hours, place, holidays, exactly as the notes say. At most 300 words, in Markdown, addressed to the reader.
Leave out superlatives, "young team", "ninja", "native speaker", ages, and anything that only one sex is meant by. Add after the title that all sexes are welcome where the notes say nothing else.
Pay that the notes do not give is an open point at the end, under "Before you publish", together with everything else that a reader will ask.
${foreignText}`,
    },
  },
  instructions: 'Write a job advertisement out of these notes.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Job advertisement', format: 'MARKDOWN' }],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Notes of a manager',
      fileName: null,
      input: `need someone for the workshop in Ashford, electric bikes, 38h, start February or later. tools and training paid. pay 2,900–3,300. has to lift 25 kg. saturdays once a month. driving licence would be nice`,
    },
  ],
  sampleOutput: `# Mechanic for electric bicycles, Ashford

All sexes are welcome.

On an ordinary day you find out why an electric bicycle has stopped, repair it, and ride it round the yard before the customer does.

**Needed**: experience in a workshop, and lifting 25 kg.

**Learned here**: drives of makers that you do not know yet. We pay for training and tools.

**What it gives**: 2,900 to 3,300 a month, 38 hours, one Saturday a month, from February or later.

## Before you publish

- How many days of holiday are there?`,
};

const onboardingPlan: Template = {
  templateId: 'onboarding-plan',
  name: 'Onboarding plan',
  description: 'Writes the plan of the first thirty days for a new colleague, from the role and your rules.',
  categoryId: 'people',
  icon: 'calendar',
  needs: ['Better with a knowledge base of your internal guides, given to the agent'],
  steps: [
    'Read the role, the team and the first day',
    'Look up what every new colleague has to know',
    'Write day one, week one, and day thirty, each with who does it',
    'Store the plan as a file',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Onboarding planner',
      description: 'Writes plans for the first thirty days of new colleagues.',
      instructions: `You write the plan of the first thirty days for a new colleague.
Search the knowledge bases for what everybody has to know and do. Then write three parts in Markdown: "Day 1", "Week 1", "Until day 30". Each line begins with who does it (the new colleague, the manager, IT, a named person) and ends with how one sees that it is done.
On day 1 nobody reads documents for more than an hour, and there is a lunch with somebody. By the end of week 1 there is one small real result. On day 30 there is a conversation with three questions, which you write out.
${foreignText}`,
      tools: { toolList: [{ _id: 'tol_current_date' }, { _id: 'tol_date_difference' }], mcpList: [] },
    },
  },
  instructions: 'A new colleague begins. Write the plan.',
  queue: buildQueue('API', 'UPLOAD', 'WEBHOOK'),
  outputs: [{ kind: 'FILE', name: 'Onboarding plan', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'New colleague in the workshop',
      fileName: null,
      input: `Daniel Okafor begins on 1 February as a mechanic in the workshop in Ashford. Manager: Paula Reiss. He knows Bosch and Shimano drives, but not our order system.`,
    },
  ],
  sampleOutput: `## Day 1

- Paula Reiss: shows the workshop and the way out. Done when Daniel has found the first-aid box himself.
- IT: signs Daniel in to the order system. Done when he has opened an order.
- Paula Reiss: lunch together.

## Week 1

- Daniel: repairs one bicycle from order to handover. Done when the customer has it back.

## Until day 30

- Paula Reiss: a conversation. What surprised you? What keeps you from working? What should we stop doing?`,
};

export const peopleTemplates: readonly Template[] = [cvScreening, jobAd, onboardingPlan];
