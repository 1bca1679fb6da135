import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { Switch, Textarea } from '@mantine/core';
import { InsertPrompt } from '../../prompts/index.ts';
import { AnswererField } from './answerer/answerer-field.tsx';
import type { AppFormProps } from './app-form-props.ts';
import { ConfigurationField } from './configuration-field.tsx';
import { KnowledgeField } from './knowledge-field.tsx';

const longestInstructions = 8000;

interface BotFieldsProps extends AppFormProps {
  chosenBases?: readonly { knowledgeBaseId: string; name: string }[];
}

const usedBy: Partial<Record<Orchestration, string>> = {
  BASIC: 'Its answers come from that file only.',
  ADVANCE: 'The flow gets its name and its text as the field “file” of the trigger.',
  AGENT: 'The agent reads the chunks that fit the question, and cites them.',
  APP: 'The answers come from that file, as the other app reads it.',
};

/** Lets visitors ask about a file of their own, or not. A worker reads the files of its records only. */
const VisitorFiles = ({ form }: Pick<AppFormProps, 'form'>) => {
  const files = form.bind('visitorFiles');
  const use = usedBy[form.form.watch('orchestration') ?? 'BASIC'];
  return use === undefined ? null : (
    <Switch
      label="Let visitors attach a file"
      description={`Whoever chats may ask about a document or a table of their own, of at most 10 MB. ${use} The file is kept with the conversation, and deleted with it.`}
      checked={files.value ?? false}
      onChange={(event) => files.onChange(event.currentTarget.checked)}
    />
  );
};

const KnowledgeAnswer = ({ form, app, chosenBases = app?.knowledgeBases ?? [] }: BotFieldsProps) => {
  const followUp = form.bind('followupConversation');
  const next = form.bind('followUp');
  const tables = form.bind('csvAgent');
  const instructions = form.bind('instructions');
  return (
    <>
      <KnowledgeField form={form} chosen={chosenBases} />
      <Textarea
        label="Instructions"
        description="How it should behave and speak, as you would tell a new colleague."
        minRows={4}
        maxLength={longestInstructions}
        {...form.field('instructions')}
      />
      <div>
        <InsertPrompt most={longestInstructions} onInsert={instructions.onChange} />
      </div>
      <Switch
        label="Understand follow-up questions"
        description="“And for part-timers?” is read together with the earlier questions."
        checked={followUp.value ?? true}
        onChange={(event) => followUp.onChange(event.currentTarget.checked)}
      />
      <Switch
        label="Offer next questions"
        description="Up to three questions that the cited chunks answer, as buttons under each answer. A language model writes them with one further call; without one, they are sample questions and headings."
        checked={next.value ?? false}
        onChange={(event) => next.onChange(event.currentTarget.checked)}
      />
      <Switch
        label="Compute answers from tables"
        description="Counts, sums, averages and lists are computed over all rows of the CSV and Excel documents. A language model says what to compute with one further call; without one, rules understand plain English questions."
        checked={tables.value ?? false}
        onChange={(event) => tables.onChange(event.currentTarget.checked)}
      />
      <VisitorFiles form={form} />
      <ConfigurationField form={form} />
    </>
  );
};

/** Fields for the answerer of the app. An app that something else answers has no knowledge of its own. */
export const BotFields = (props: BotFieldsProps) => (
  <>
    <AnswererField {...props} />
    {(props.form.form.watch('orchestration') ?? 'BASIC') === 'BASIC' ? (
      <KnowledgeAnswer {...props} />
    ) : (
      <VisitorFiles {...props} />
    )}
  </>
);
