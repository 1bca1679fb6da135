import { type ChatThemeName, themeAttribute } from '../../../../ui/theme/chat-theme.ts';
import '../../../../ui/theme/chat-themes.css';
import classes from './chat-preview.module.css';
import { nameOfBot } from './name-of-bot.ts';

export interface PreviewedChat {
  name: string;
  botName: string;
  welcomeMessage: string;
  sampleQuestions: readonly string[];
  themeName: ChatThemeName;
  /** The addresses of the pictures. */
  botIcon: string | null;
  botLogo: string | null;
}

const samplesShown = 4;

/** A drawing of the chat as visitors will see it. The settings need not be saved. */
export const ChatPreview = ({ chat }: { chat: PreviewedChat }) => {
  const samples = chat.sampleQuestions.filter((question) => question.trim() !== '');
  const bot = nameOfBot(chat);
  return (
    <figure className="stack-2 flat">
      <div
        className={`small rounded-lg flex flex-column text-color ${classes.chat}`}
        data-chat-theme={themeAttribute(chat.themeName)}
        role="img"
        aria-label={`Preview of the chat in the theme ${chat.themeName}`}
      >
        <div className={`line-3 between pad-3-4 ${classes.header}`}>
          {chat.botLogo === null ? null : <img className={classes.logo} src={chat.botLogo} alt="" />}
          <strong className="truncate bold">{chat.name.trim() || 'Your app'}</strong>
          <span className={`beside-2 rigid ${classes.icons}`}>
            <i />
            <i />
          </span>
        </div>
        <div className={`line-3 grow flex-column ${classes.body}`}>
          {chat.botIcon === null ? (
            <span className="tile accent-fill rounded bold square">{bot.slice(0, 1).toUpperCase()}</span>
          ) : (
            <img className="tile accent-fill rounded bold square" src={chat.botIcon} alt="" />
          )}
          <p className={classes.welcome}>{chat.welcomeMessage}</p>
          {samples.length > 0 ? (
            <div className={`stack-2 full-width ${classes.samples}`}>
              {samples.slice(0, samplesShown).map((question) => (
                <span key={question}>{question}</span>
              ))}
            </div>
          ) : null}
          <p className={classes.question}>{samples[0] ?? 'A question of your visitor'}</p>
          <div className={`stack-2 full-width ${classes.answer}`}>
            <b />
            <b />
            <span className="line-2">
              <b />
              <em>1</em>
            </span>
          </div>
        </div>
        <div className={`faint between rounded surface flex ${classes.composer}`}>
          <span>Ask {bot}…</span>
          <i>↑</i>
        </div>
      </div>
      <figcaption className="muted tiny text-center">Preview</figcaption>
    </figure>
  );
};
