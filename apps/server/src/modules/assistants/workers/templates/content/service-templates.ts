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
import { complaintFlow } from './flow-works.ts';

const supportDrafts: Template = {
  templateId: 'support-drafts',
  name: 'Support answer drafts',
  description: 'Drafts a reply to each customer message; a person approves it before it goes out.',
  categoryId: 'service',
  icon: 'message',
  needs: ['Better with a knowledge base of your help pages, given to the agent'],
  steps: [
    'Find out what the customer wants, and how urgent it is',
    'Look up what applies in your knowledge bases',
    'Draft a reply in the language of the customer',
    'Wait for approval; whoever decides may ask for another draft',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Support writer',
      description: 'Drafts replies to customer messages.',
      instructions: `You draft replies for a support team.
First say for the team, in one line, what the customer wants and whether it is urgent: somebody cannot work, money is involved, or a date passes within two days.
Search the knowledge bases for what applies. Then write the reply: in the language of the customer, friendly, at most 150 words, the answer in the first sentence, numbered steps where something has to be done. Never promise a refund, a date or a feature that no document promises.
When something is missing to answer, ask for exactly that, and for nothing that the message already says.
${foreignText}`,
      outputSchema: buildResultSchema({
        wish: words('What the customer wants, for the team'),
        urgency: buildEnumField(['LOW', 'NORMAL', 'URGENT'], 'How soon somebody has to act'),
        reply: words('The reply, ready to send'),
        sources: buildListField('Documents that the reply rests on; empty when none was found'),
      }),
      tools: buildToolSettings('tol_current_date', 'tol_date_difference'),
    },
  },
  instructions: 'A customer has written this message. Draft the reply.',
  readsMail: true,
  queue: buildQueue('API', 'WEBHOOK'),
  outputs: [{ kind: 'KEEP' }],
  approval: 'ALWAYS',
  sampleData: [
    {
      name: 'Lock that does not open',
      fileName: null,
      input: `From: Tom Brandt <tom.brandt@post.example>
Subject: lock does not open!!

Hello, since yesterday the lock of my L-200 does not open any more, although the app says "unlocked". I have already charged it and restarted the phone. I need the bicycle tomorrow at 7 to get to work. What can I do?
Tom`,
    },
  ],
  sampleOutput: {
    wish: 'His lock (L-200) stays closed although the app says “unlocked”; he needs the bicycle tomorrow at 7.',
    urgency: 'URGENT',
    reply:
      'Hello Tom,\nI am sorry that the lock keeps you from riding. Charging and restarting are done, so please tell me two things: does the light at the lock blink when you press “Unlock”, and which version does the app show under Settings? With that we can say what to do before tomorrow morning.',
    sources: [],
  },
};

const complaintRouting: Template = {
  templateId: 'complaint-routing',
  name: 'Complaint routing',
  description: 'Finds out which team a complaint is for, reads order and claim out of it, and logs it.',
  categoryId: 'service',
  icon: 'route',
  needs: ['A mailbox or a form for complaints'],
  steps: [
    'Choose the team: delivery, quality, billing or safety',
    'Read order number, product and claim',
    'Add a row to the register of complaints',
  ],
  target: { kind: 'FLOW', content: complaintFlow },
  instructions: '',
  readsMail: true,
  queue: buildQueue('API', 'UPLOAD', 'WEBHOOK'),
  outputs: [{ kind: 'TABLE', name: 'Complaints', columns: ['team', 'order', 'product', 'claim', 'demand'] }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Broken on arrival',
      fileName: null,
      input: `From: Ines Moreau <ines@moreau.example>
Subject: Order 40-2231

The child seat of order 40-2231 arrived with a torn belt. I do not want to put my son in it. Please send another one this week, or return the 129 euros.`,
    },
  ],
  sampleOutput: {
    team: 'safety',
    order: '40-2231',
    product: 'Child seat',
    claim: 'It arrived with a torn belt.',
    demand: 'Another one this week, or 129 euros back',
  },
};

const feedbackDigest: Template = {
  templateId: 'feedback-digest',
  name: 'Product feedback digest',
  description: 'Groups a pile of feedback into topics, with counts, quotes and what to look at first.',
  categoryId: 'service',
  icon: 'bubble',
  needs: ['An export of feedback: one message per line or paragraph'],
  steps: [
    'Read every message, and split those that speak of several things',
    'Group them into topics, and count',
    'Quote the sentence that says it best',
    'Put first what costs most people most time',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Feedback analyst',
      description: 'Groups feedback into topics, with counts and quotes.',
      instructions: `You read feedback for a product team.
Split messages that speak of several things. Group what means the same, whatever its words; a topic is one thing that could be changed. Count the messages of each topic exactly, and check with the calculator that the counts fit the number of messages.
Quote one sentence per topic word for word. Keep praise as topics of its own: it says what must not be broken.
Put first what keeps people from working, then what costs most people time, then wishes. Never propose a solution.
${foreignText}`,
      outputSchema: buildResultSchema({
        messages: amount('How many messages were read'),
        summary: words('The most important thing, in two sentences'),
        topics: buildListField('“Topic (count): quote”, the most important first'),
      }),
      tools: buildToolSettings('tol_calculate'),
    },
  },
  instructions: 'This is feedback by users. Make the digest.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Feedback digest', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Feedback of a week',
      fileName: 'feedback.txt',
      input: `The new map is great, I found the station at once.
App logs me out every morning. Annoying!
Why do I have to sign in again each day?
Please add a dark mode.
I paid twice because the button did nothing the first time.
Map is so much better now :)
logged out again, third time this week`,
    },
  ],
  sampleOutput: {
    messages: 7,
    summary:
      'Three of seven people are signed out every day. One paid twice because a button showed no reaction.',
    topics: [
      'Payment button shows no reaction (1): “I paid twice because the button did nothing the first time.”',
      'Signed out every day (3): “App logs me out every morning.”',
      'Dark mode (1): “Please add a dark mode.”',
      'Praise for the map (2): “I found the station at once.”',
    ],
  },
};

export const serviceTemplates: readonly Template[] = [supportDrafts, complaintRouting, feedbackDigest];
