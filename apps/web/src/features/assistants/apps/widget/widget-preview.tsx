import type { App } from '@atelier/contracts/assistants/apps';
import { widgetButton } from '@atelier/contracts/assistants/apps/widget-button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './widget.module.css';
import type { WidgetSide } from './widget-script.ts';

/** A drawn page with the widget on it. The button opens the real chat. */
export const WidgetPreview = ({ app, side }: { app: App; side: WidgetSide }) => {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const onMessage = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow || event.data !== 'close') return;
    setOpen(false);
    button.current?.focus();
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  const { label, color } = widgetButton(app);
  return (
    <figure className="flat">
      <div className={`relative overflow-hidden ${classes.site}`} data-side={side}>
        <div className={`stack-3 ${classes.lines}`} aria-hidden="true">
          <b />
          <i />
          <i />
          <i />
        </div>
        {isOpen ? (
          <iframe
            ref={frame}
            className={`borderless absolute ${classes.frame}`}
            title={label}
            src={`/widget/${app.appId}`}
            onLoad={({ currentTarget }) =>
              currentTarget.contentWindow?.postMessage('open', window.location.origin)
            }
          />
        ) : null}
        <button
          ref={button}
          type="button"
          className={`no-pad absolute ${classes.button}`}
          style={{ background: color }}
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <figcaption className="muted small above-2">Preview. The button opens the real chat.</figcaption>
    </figure>
  );
};
