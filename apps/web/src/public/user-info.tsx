import type { UserInfoField } from '@atelier/contracts/assistants/apps/app-settings';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { themeAttribute } from '../ui/theme/chat-theme.ts';
import { saveChatUser } from './api.ts';
import classes from './chat.module.css';
import { rememberTold } from './model/chat-user.ts';
import type { ChatLink } from './model/link.ts';

interface Field {
  name: 'name' | 'email';
  label: string;
  type: 'text' | 'email';
  missing: string;
}

const fieldOf: Record<UserInfoField, Field> = {
  NAME: { name: 'name', label: 'Your name', type: 'text', missing: 'Please enter your name' },
  EMAIL: { name: 'email', label: 'Your email', type: 'email', missing: 'Please enter your email' },
};

type Values = Record<Field['name'], string>;

/** Returns why a field cannot be sent; undefined when it can. */
const findInputError = ({ name, missing }: Field, values: Values): string | undefined => {
  const value = values[name].trim();
  if (value === '') return missing;
  // The server decides; this finds what was typed into the wrong field.
  return name === 'email' && !value.includes('@') ? 'Please enter a valid email' : undefined;
};

interface UserInfoProps {
  bot: Chatbot;
  link: ChatLink;
  onDone: () => void;
}

/** Asks a visitor who they are, before the first question (APP-17, APP-18). */
export const UserInfo = ({ bot, link, onDone }: UserInfoProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({ name: '', email: '' });
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const fields = bot.userInfo.map((field) => fieldOf[field]);
  useLayoutEffect(() => {
    document.body.dataset.chatTheme = themeAttribute(bot.themeName);
  }, [bot.themeName]);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const refused = fields.find((field) => findInputError(field, values) !== undefined);
    setRefusal(refused && findInputError(refused, values));
    if (refused) {
      form.current?.querySelector<HTMLInputElement>(`[name="${refused.name}"]`)?.focus();
      return;
    }
    setSending(true);
    try {
      await saveChatUser(link, values);
      rememberTold(link.appId);
      onDone();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'Please try again.');
      setSending(false);
    }
  };
  return (
    <main className={`stack-3 full-width text-center ${classes.asking}`}>
      <title>{bot.name}</title>
      {bot.botIcon === null ? null : (
        <img className={`centre accent-fill rounded-lg bold ${classes.avatar}`} src={bot.botIcon} alt="" />
      )}
      <h1 dir="auto">{bot.name}</h1>
      <p dir="auto">{bot.welcomeMessage}</p>
      <form ref={form} noValidate onSubmit={(event) => void send(event)}>
        {fields.map(({ name, label, type }) => (
          <label key={name}>
            <span>{label}</span>
            <input
              name={name}
              type={type}
              autoComplete={name}
              maxLength={name === 'name' ? 150 : 254}
              dir="auto"
              value={values[name]}
              aria-describedby={refusal === undefined ? undefined : 'refusal'}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </label>
        ))}
        {refusal === undefined ? null : (
          <p id="refusal" className="danger small" role="alert">
            {refusal}
          </p>
        )}
        <button type="submit" className={classes.button} disabled={isSending}>
          Start the chat
        </button>
      </form>
      <p className={`muted tiny text-center ${classes.small}`}>
        The makers of this chat see what you enter here, next to your questions.
      </p>
    </main>
  );
};
