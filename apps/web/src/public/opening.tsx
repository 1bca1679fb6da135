import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import classes from './chat.module.css';
import type { Conversation } from './use-conversation.ts';

const Welcome = ({ bot, onAsk }: { bot: Chatbot; onAsk: (question: string) => void }) => (
  <div className={`flex flex-column align-center text-center gap-4 ${classes.welcome}`}>
    {bot.botIcon === null ? (
      <span className={`centre accent-fill rounded-lg bold ${classes.avatar}`} aria-hidden="true">
        {bot.botName.slice(0, 1).toUpperCase()}
      </span>
    ) : (
      <img className={`centre accent-fill rounded-lg bold ${classes.avatar}`} src={bot.botIcon} alt="" />
    )}
    <p dir="auto">{bot.welcomeMessage}</p>
    {bot.sampleQuestions.length > 0 ? (
      <ul className={classes.samples} aria-label="Questions to begin with">
        {bot.sampleQuestions.map((question) => (
          <li key={question}>
            <button type="button" className={classes.sample} dir="auto" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    ) : null}
  </div>
);

/** Shown before the first question: a greeting, or the progress of loading an earlier conversation. */
export const Opening = ({
  bot,
  chat,
  onAsk,
}: {
  bot: Chatbot;
  chat: Conversation;
  onAsk: (q: string) => void;
}) => {
  if (chat.turns.length > 0) return null;
  if (chat.reading === 'done') return <Welcome bot={bot} onAsk={onAsk} />;
  if (chat.reading === 'running') {
    return (
      <p className={`stack-3 muted text-center ${classes.opening}`} role="status">
        Opening your conversation…
      </p>
    );
  }
  return (
    <div className={`stack-3 muted text-center ${classes.opening}`} role="alert">
      <p>Your conversation could not be loaded.</p>
      <button type="button" className={classes.button} onClick={() => chat.open(chat.conversationId)}>
        Try again
      </button>
    </div>
  );
};
