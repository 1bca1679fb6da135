import type { App } from '@atelier/contracts/assistants/apps';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import type { z } from 'zod';
import { themeAttribute } from '../../../../ui/theme/chat-theme.ts';
import '../../../../ui/theme/chat-themes.css';
import type { AppFormProps } from '../fields/app-form-props.ts';
import { AppForm, settingGroups } from '../model/app-form.ts';
import type { PreviewedChat } from '../preview/chat-preview.tsx';
import { nameOfBot } from '../preview/name-of-bot.ts';
import { toPreview } from '../preview/to-preview.ts';
import { AttemptView } from './attempt-view.tsx';
import { useTrial } from './try-app.ts';
import classes from './workbench.module.css';

interface TryPanelProps extends AppFormProps {
  app: App;
}

/** The conversation scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'log', tabIndex: 0 };

interface BeginningProps {
  chat: PreviewedChat;
  onAsk: (question: string) => void;
}

const Beginning = ({ chat, onAsk }: BeginningProps) => (
  <div className={`stack-3 text-center ${classes.beginning}`}>
    {chat.botIcon === null ? (
      <span className={`centre accent-fill rounded bold ${classes.avatar}`} aria-hidden="true">
        {nameOfBot(chat).slice(0, 1).toUpperCase()}
      </span>
    ) : (
      <img className={`centre accent-fill rounded bold ${classes.avatar}`} src={chat.botIcon} alt="" />
    )}
    <p className="flat break-anywhere" dir="auto">
      {chat.welcomeMessage}
    </p>
    {chat.sampleQuestions
      .filter((question) => question.trim() !== '')
      .map((question) => (
        <button key={question} type="button" className={classes.sample} onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
  </div>
);

/** Says which setting keeps the chat from being tried, and where it is. */
const describeRefusal = ({ issues }: z.ZodError): string => {
  const [first] = issues;
  const group = settingGroups.find(({ fields }) => fields.some((field) => field === first?.path[0]));
  const where = group === undefined ? 'The settings' : `“${group.label}”`;
  return `${where} must be corrected before you try it: ${first?.message ?? ''}`;
};

/** The chat of the app with the settings as they stand in the form, saved or not. */
export const TryPanel = ({ form, app }: TryPanelProps) => {
  const chat = toPreview(form, app);
  const [draft, setDraft] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const { attempts, isRunning, ask, stop, clear } = useTrial();
  const send = (query: string) => {
    const settings = AppForm.safeParse(form.form.getValues());
    setRefusal(settings.error && describeRefusal(settings.error));
    if (!settings.success) return void form.form.trigger();
    setDraft('');
    void ask({ appId: app.appId, settings: settings.data, query });
  };
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (draft.trim() !== '' && !isRunning) send(draft.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <section className={classes.chat} aria-label="Try it" data-chat-theme={themeAttribute(chat.themeName)}>
      <header className={`line-2 ${classes.head}`}>
        {chat.botLogo === null ? null : <img src={chat.botLogo} alt="" />}
        <h2 className="truncate flat grow text-md" dir="auto">
          {chat.name}
        </h2>
        {attempts.length === 0 ? null : (
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            Start again
          </Button>
        )}
      </header>
      <div className={`stack-5 content-start grow pad-4 ${classes.log}`} {...scrollRegion} aria-label="Trial">
        {attempts.length === 0 ? <Beginning chat={chat} onAsk={send} /> : null}
        {attempts.map((attempt) => (
          <AttemptView key={attempt.key} attempt={attempt} onAsk={send} />
        ))}
      </div>
      <form className={`stack-2 align-end border-top ${classes.composer}`} onSubmit={submit}>
        {refusal === undefined ? null : <p role="alert">{refusal}</p>}
        <Textarea
          aria-label="Question to try"
          placeholder={`Ask ${nameOfBot(chat)}…`}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={8000}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" disabled={draft.trim() === ''}>
            Ask
          </Button>
        )}
      </form>
      <p className={`flat muted tiny ${classes.note}`}>
        Answers with the settings on this page, saved or not. Nothing is kept but its cost.
      </p>
    </section>
  );
};
