import type { FlowNote } from '@atelier/contracts/assistants/flows/flow-model';
import type { Place } from '@atelier/flows/operations';
import { createContext, type KeyboardEvent, useContext, useInsertionEffect, useMemo, useRef } from 'react';

/** The actions on a canvas. A canvas without `edit` only shows. */
export interface CanvasActions {
  open: (id: string) => void;
  edit?: {
    add: (place: Place, from: HTMLElement) => void;
    move: (step: string, place: Place) => void;
    /** Handles the keys of a card other than those that move the focus. Returns true when it did. */
    press: (id: string, event: KeyboardEvent) => boolean;
    changeNote: (id: string, change: Partial<FlowNote>) => void;
    removeNote: (id: string) => void;
  };
}

/** The actions that cards get from their canvas. */
export interface CardActions extends CanvasActions {
  onKeyDown: (id: string, event: KeyboardEvent) => void;
  onFocus: (id: string) => void;
}

const ignore = () => undefined;
export const CanvasActionsContext = createContext<CardActions>({
  open: ignore,
  onKeyDown: ignore,
  onFocus: ignore,
});
/**
 * Returns actions that stay the same object while those behind them change, so that a card is drawn again only when what it shows
 * has changed.
 */
export const useSteadyActions = (actions: CardActions): CardActions => {
  const latest = useRef(actions);
  // Before any event can reach a card that is drawn now.
  useInsertionEffect(() => {
    latest.current = actions;
  });
  const canEdit = actions.edit !== undefined;
  return useMemo(
    () => ({
      open: (id) => latest.current.open(id),
      onKeyDown: (id, event) => latest.current.onKeyDown(id, event),
      onFocus: (id) => latest.current.onFocus(id),
      ...(canEdit && {
        edit: {
          add: (place, from) => latest.current.edit?.add(place, from),
          move: (step, place) => latest.current.edit?.move(step, place),
          press: (id, event) => latest.current.edit?.press(id, event) ?? false,
          changeNote: (id, change) => latest.current.edit?.changeNote(id, change),
          removeNote: (id) => latest.current.edit?.removeNote(id),
        },
      }),
    }),
    [canEdit],
  );
};

export const useCanvasActions = (): CardActions => useContext(CanvasActionsContext);
