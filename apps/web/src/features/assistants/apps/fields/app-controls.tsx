import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { Switch, Textarea } from '@mantine/core';
import { type Controls, SettingFields } from '../../../../lib/forms/setting-fields.tsx';
import { InsertPrompt } from '../../prompts/index.ts';
import { appSettings } from '../model/app-form.ts';
import { AnswererField } from './answerer/answerer-field.tsx';
import { AppAboutFields } from './app-about-fields.tsx';
import type { AppControlProps, AppFormProps } from './app-form-props.ts';
import { ConfigurationField } from './configuration-field.tsx';
import { AppGuardrailFields } from './guardrail-fields.tsx';
import { ImageField } from './image-field.tsx';
import { KnowledgeField } from './knowledge-field.tsx';
import { SampleQuestions } from './sample-questions.tsx';
import { ThemeField } from './theme-field.tsx';
import { UserInfoFields } from './user-info-fields.tsx';

const usedBy: Partial<Record<Orchestration, string>> = {
  BASIC: 'Its answers come from that file only.',
  ADVANCE: 'The flow gets its name and its text as the field “file” of the trigger.',
  AGENT: 'The agent reads the chunks that fit the question, and cites them.',
  APP: 'The answers come from that file, as the other app reads it.',
};

/** Lets visitors ask about a file of their own, or not. A worker reads the files of its records only. */
const VisitorFiles = ({ form, setting }: AppControlProps) => {
  const files = form.bind('visitorFiles');
  const use = usedBy[form.form.watch('orchestration') ?? 'BASIC'];
  return use === undefined ? null : (
    <Switch
      label={setting.label}
      description={`Whoever chats may ask about a document or a table of their own, of at most 10 MB. ${use} The file is kept with the conversation, and deleted with it.`}
      checked={files.value ?? false}
      onChange={(event) => files.onChange(event.currentTarget.checked)}
    />
  );
};

const Instructions = ({ form, setting: { label, help, rows = 1, value } }: AppControlProps) => {
  const maxLength = value.type === 'TEXT' ? value.maxLength : Infinity;
  return (
    <>
      <Textarea
        label={label}
        description={help}
        minRows={rows}
        maxLength={maxLength}
        {...form.field('instructions')}
      />
      <div>
        <InsertPrompt most={maxLength} onInsert={form.bind('instructions').onChange} />
      </div>
    </>
  );
};

const controls: Controls<AppFormProps> = {
  about: AppAboutFields,
  answerer: AnswererField,
  knowledge: KnowledgeField,
  instructions: Instructions,
  visitorFiles: VisitorFiles,
  configuration: ConfigurationField,
  icon: (props) => (
    <ImageField
      {...props}
      name="botIconId"
      label="Bot icon"
      description="Shown with the welcome, as a square."
    />
  ),
  logo: (props) => (
    <ImageField
      {...props}
      name="botLogoId"
      label="Logo"
      description="Shown at the top of the chat, next to its name."
    />
  ),
  samples: SampleQuestions,
  theme: ThemeField,
  guardrails: AppGuardrailFields,
  userInfo: UserInfoFields,
};

/** The settings of one group, with the controls that their descriptions ask for. */
export const AppGroupFields = ({ group, ...props }: AppFormProps & { group: string }) => (
  <SettingFields
    settings={appSettings.filter((each) => each.group === group)}
    controls={controls}
    props={props}
  />
);
