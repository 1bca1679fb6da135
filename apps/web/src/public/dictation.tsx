import { useEffect, useRef, useState } from 'react';
import { Icon } from '../lib/icons.tsx';
import classes from './chat.module.css';

interface Recognition extends EventTarget {
  lang: string;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}
type NewRecognition = new () => Recognition;
interface Heard extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

/** Returns what the browser recognises speech with; undefined where it has nothing. */
const findSpeechRecognition = (scope: object): NewRecognition | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as Record<string, NewRecognition | undefined>;
  return SpeechRecognition ?? webkitSpeechRecognition;
};

const whatHappens =
  'Your browser turns the sound into text, and may send it to its maker for that. Only the text comes here, and it is sent when you send it.';

const failures: Readonly<Record<string, string>> = {
  'not-allowed': 'The microphone was not allowed.',
  'audio-capture': 'No microphone was found.',
  'no-speech': 'Nothing was heard.',
  aborted: '',
};

type State = { kind: 'off'; failure: string } | { kind: 'listening' };
const off = (failure = ''): State => ({ kind: 'off', failure });

interface DictationProps {
  /** Called with all that was said since the button was pressed, again and again while more is understood. */
  onHeard: (text: string) => void;
  /** Called when the visitor begins to speak. */
  onStart: () => void;
}

/** A button that writes what the visitor says; absent where the browser recognises no speech. */
export const Dictation = ({ onHeard, onStart }: DictationProps) => {
  const [state, setState] = useState<State>(off);
  const running = useRef<Recognition>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const Recognition = findSpeechRecognition(window);
  if (!Recognition) return null;

  const start = () => {
    const recognition = new Recognition();
    running.current = recognition;
    recognition.lang = navigator.language;
    recognition.interimResults = true;
    recognition.addEventListener('result', (event) => {
      const { results } = event as Heard;
      onHeard(Array.from(results, (heard) => heard[0]?.transcript ?? '').join(''));
    });
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { error: string };
      setState(off(failures[error] ?? 'Your browser could not recognise speech.'));
    });
    recognition.addEventListener('end', () =>
      setState((current) => (current.kind === 'listening' ? off() : current)),
    );
    onStart();
    recognition.start();
    setState({ kind: 'listening' });
  };
  const isListening = state.kind === 'listening';
  return (
    <>
      <button
        type="button"
        className={`tile muted rounded square ${classes.dictate}`}
        aria-label="Dictate"
        aria-pressed={isListening}
        title={whatHappens}
        onClick={() => (isListening ? running.current?.stop() : start())}
      >
        <Icon name="microphone" />
      </button>
      <p className={`flat muted tiny ${classes.dictation}`} role="status">
        {isListening ? `Listening. ${whatHappens}` : state.failure}
      </p>
    </>
  );
};
