import type { Template } from '../template.ts';
import {
  buildListField,
  buildQueue,
  buildResultSchema,
  buildToolSettings,
  foreignText,
  words,
} from '../template.ts';

const meetingMinutes: Template = {
  templateId: 'meeting-minutes',
  name: 'Meeting minutes',
  description: 'Turns a transcript into decisions, tasks with owners and dates, and open questions.',
  categoryId: 'documents',
  icon: 'microphone',
  needs: ['A transcript, as text or document'],
  steps: [
    'Find out who takes part, and what it is about',
    'Separate decisions from opinions',
    'List tasks with owner and date',
    'Keep what stays open',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Minute taker',
      description: 'Writes minutes out of transcripts.',
      instructions: `You write minutes for people who were there and for people who were not.
A decision is what the group agreed on; what one person wants is not. A task has an owner who took it, in person or without contradiction; else its owner is "nobody yet". Dates such as "Friday" become a date only when the transcript says which day it is; calculate with the tool.
Leave out who said what, except for tasks and where people disagree. At most one page.
${foreignText}`,
      outputSchema: buildResultSchema({
        title: words('What the meeting was about'),
        present: buildListField('Who took part'),
        decisions: buildListField('What was decided'),
        tasks: buildListField('“Task (owner, until when)”'),
        open: buildListField('What stays open'),
      }),
      tools: buildToolSettings('tol_current_date', 'tol_date_difference'),
    },
  },
  instructions: 'This is the transcript of a meeting. Write the minutes.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Minutes', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Transcript',
      fileName: 'transcript.txt',
      input: `Paula: It is Monday the 23rd, so eight days until the audit.
Kim: The brake tests of October are missing. I can write them down until Thursday.
Paula: Good. Do we show them the workshop in Ashford too?
Lee: I would rather not, we move the shelves that week.
Paula: Right, only the main hall then. Somebody has to book the room.
Kim: And what about the old tyres, do they count as waste?
Paula: I do not know. Let us ask.`,
    },
  ],
  sampleOutput: {
    title: 'Preparation of the audit',
    present: ['Paula', 'Kim', 'Lee'],
    decisions: ['The audit is shown the main hall only, not the workshop in Ashford.'],
    tasks: [
      'Write down the brake tests of October (Kim, until Thursday the 26th)',
      'Book the room (nobody yet)',
    ],
    open: ['Do old tyres count as waste?'],
  },
};

const translation: Template = {
  templateId: 'translation',
  name: 'Translation with glossary',
  description: 'Translates texts with your terms, and lists every place where a term did not fit.',
  categoryId: 'documents',
  icon: 'language',
  needs: ['Your glossary, written into the instructions of the worker'],
  steps: [
    'Read the glossary and the text',
    'Translate it with the given terms, and keep its structure',
    'Check every term and every number once more',
    'Name what a person should look at',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Translator',
      description: 'Translates texts with a glossary.',
      instructions: `You translate with a glossary. Its terms are binding, in every inflection; where one does not fit, use it all the same and name the place under notes.
Keep headings, lists, tables, links, numbers, units, names and placeholders such as {name} exactly. Translate meaning, not words: what sounds translated is wrong.
Then read the translation once more beside the original: is every sentence there, is every number the same? Name under notes what is ambiguous in the original, with both readings.
${foreignText}`,
      outputSchema: buildResultSchema({
        translation: words('The translated text'),
        language: words('The language that it was translated into'),
        notes: buildListField('What a person should look at; empty when nothing'),
      }),
    },
  },
  instructions: `Translate into German.
Glossary: rental = Verleih; station = Station; lock = Schloss; rider = Fahrgast; electric bicycle = E-Rad.`,
  queue: buildQueue('API', 'UPLOAD', 'WEBHOOK'),
  outputs: [{ kind: 'FILE', name: 'Translation', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Notice at a station',
      fileName: 'notice.txt',
      input: `Dear riders,
from 1 May the rental opens at 6:30. Return each electric bicycle to any station, and close the lock until you hear a click.`,
    },
  ],
  sampleOutput: {
    translation:
      'Liebe Fahrgäste,\nab dem 1. Mai öffnet der Verleih um 6:30 Uhr. Geben Sie jedes E-Rad an einer beliebigen Station zurück, und schließen Sie das Schloss, bis Sie ein Klicken hören.',
    language: 'German',
    notes: ['“rider” is “Fahrgast” in the glossary; on a bicycle, readers may expect “Radfahrer”.'],
  },
};

const readingNotes: Template = {
  templateId: 'reading-notes',
  name: 'Reading notes',
  description:
    'Reads a long document, and returns what it says, what it leaves open, and what to read yourself.',
  categoryId: 'documents',
  icon: 'book',
  needs: ['A report, study or manual'],
  steps: [
    'Read the document',
    'Write its message in three sentences',
    'Keep the figures, each with its place',
    'Say which pages are worth reading',
  ],
  target: {
    kind: 'AGENT',
    agent: {
      name: 'Reader',
      description: 'Writes notes on long documents.',
      instructions: `You read long documents for people who have to decide.
Write the message in three sentences that the author would sign. List the figures that it rests on, each with chapter or page. Separate what was measured from what is assumed. Name who paid for it when the document says so.
Say what it leaves open, and which two or three places are worth reading in the original, and why. At most one page.
${foreignText}`,
      outputSchema: buildResultSchema({
        message: words('What the document says, in three sentences'),
        figures: buildListField('“Figure (place)”'),
        open: buildListField('What it leaves open'),
        read: buildListField('“Place: why it is worth reading”'),
      }),
    },
  },
  instructions: 'Read this document, and write the notes.',
  queue: buildQueue('API', 'UPLOAD'),
  outputs: [{ kind: 'FILE', name: 'Reading notes', format: 'MARKDOWN' }],
  approval: 'NEVER',
  sampleData: [
    {
      name: 'Study on helmets',
      fileName: 'study.txt',
      input: `1 Question. Do rental riders wear helmets more often when a helmet hangs at the bicycle?
2 Method. 2,140 rentals at four stations in Ashford, May to July 2026; at two stations helmets were offered. Paid for by a maker of helmets.
3 Result. 31 % wore a helmet where one was offered, 12 % elsewhere. On days with rain the difference vanished.
4 Limits. The two groups of stations differ in their riders. Loss of helmets was not counted.`,
    },
  ],
  sampleOutput: {
    message:
      'Riders wear helmets more often where one hangs at the bicycle. The difference was 19 percentage points in dry weather. In rain there was none.',
    figures: ['31 % with and 12 % without an offer (3)', '2,140 rentals at four stations (2)'],
    open: ['How many helmets were lost', 'Whether the stations differed by their riders'],
    read: ['4: it says why the comparison is not quite fair'],
  },
};

export const documentTemplates: readonly Template[] = [meetingMinutes, translation, readingNotes];
