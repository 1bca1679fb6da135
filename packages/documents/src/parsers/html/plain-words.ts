const nothing = (): void => undefined;

const hidden = /^(script|style)$/i;

/** Returns the words of a page whose structure is too deep to be followed. They are found without the stack of open elements, which grows. */
export async function plainWords(html: string): Promise<string> {
  const { Tokenizer } = await import('htmlparser2');
  const words: string[] = [];
  let isHidden = false;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext(from, to) {
        if (!isHidden) words.push(html.slice(from, to));
      },
      ontextentity(code) {
        if (!isHidden) words.push(String.fromCodePoint(code));
      },
      onopentagname(from, to) {
        words.push(' ');
        isHidden ||= hidden.test(html.slice(from, to));
      },
      onclosetag(from, to) {
        words.push(' ');
        if (hidden.test(html.slice(from, to))) isHidden = false;
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return words.join('');
}
