import { Input } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import classes from './code.module.css';
import type { CodeLanguage, OpenedCodeMirror } from './code-mirror.ts';
import { PlainCode, type PlainCodeProps } from './plain-code.tsx';

/** Loads the code editor, which comes in a file of its own, and opens it in an element. */
const useCodeMirror = ({ label, value, language, isReadOnly, onChange }: CodeEditorProps) => {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenedCodeMirror>(undefined);
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading');
  const [errorLine, setErrorLine] = useState<number>();
  const changed = useEffectEvent((code: string) => {
    if (code !== value) onChange(code);
  });
  const initial = useEffectEvent(() => ({ label, code: value, language, isReadOnly }));
  // The editor is outside React.
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isGone = false;
    const open = async () => {
      try {
        const { openCodeMirror } = await import('./code-mirror.ts');
        if (isGone) return;
        const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true });
        editor.current = openCodeMirror({ root, ...initial(), onChange: changed, onChecked: setErrorLine });
        setState('open');
      } catch {
        if (!isGone) setState('failed');
      }
    };
    void open();
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => editor.current?.show(value), [value]);
  useEffect(() => editor.current?.lock(isReadOnly), [isReadOnly]);
  return { place, state, errorLine };
};

interface CodeEditorProps extends PlainCodeProps {
  language: CodeLanguage;
  /** A fault in the code, beyond those that the editor itself finds. */
  error?: string | undefined;
}

const languageNames = { javascript: 'JavaScript', json: 'JSON' } as const satisfies Record<
  CodeLanguage,
  string
>;

/** An editor with line numbers, colours and the place of errors. A plain text area where it cannot be loaded. */
export const CodeEditor = (props: CodeEditorProps) => {
  const { label, description, language, isReadOnly, error } = props;
  const { place, state, errorLine } = useCodeMirror(props);
  const id = useId();
  if (state === 'failed') return <PlainCode {...props} />;
  const keys = isReadOnly ? '' : ' Tab indents; Escape and then Tab leaves the code.';
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      id={id}
      description={`${description}${keys}`}
      error={
        errorLine === undefined ? error : `Line ${errorLine} cannot be read as ${languageNames[language]}.`
      }
    >
      <div
        ref={place}
        className={`surface overflow-hidden ${classes.editor}`}
        data-mantine-stop-propagation="true"
        aria-busy={state === 'loading'}
      />
    </Input.Wrapper>
  );
};
