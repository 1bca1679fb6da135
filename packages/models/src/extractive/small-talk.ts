const greeting =
  /^(hi|hiya|hey|hello|howdy|greetings|good (morning|afternoon|evening|day)|hallo|guten (tag|morgen|abend)|moin|bonjour|salut|bonsoir|hola|buenos días|buenas tardes|ciao|buongiorno|olá|hoi|goedemorgen)( there| all| everyone| team| again| zusammen)?$/;
const thanks =
  /^(ok(ay)?,? |great,? |perfect,? |cool,? )?(thanks|thank you|thx|ty|cheers|danke|vielen dank|merci|gracias|grazie|obrigad[oa]|dank je|bedankt)( a lot| so much| very much| again| schön| sehr| beaucoup| mille| for (the|your) (help|answer)| that helps)?$/;
const farewell = /^(bye|goodbye|bye bye|see you( later| soon)?|tschüss|auf wiedersehen|au revoir|adiós)$/;
const aboutSelf =
  /^(who|what) are you$|^what can you do( for me)?$|^help( me)?$|^how (do|does) (you|this|it) work$|^are you (an? )?(ai|bot|robot|human|language model|chatgpt|llm)$/;

/**
 * The reply to a message that greets, thanks or asks about the answerer itself, and asks nothing of the
 * knowledge base; undefined for a question.
 */
export const smallTalk = (message: string): string | undefined => {
  const words = message
    .toLowerCase()
    .replace(/[!?.…,:;)(\p{Extended_Pictographic}\u{fe0f}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length > 60) return undefined;
  if (greeting.test(words))
    return 'Hello! Ask me a question, and I will look for the answer in the knowledge base.';
  if (thanks.test(words)) return 'You are welcome. Ask me whenever you need something else.';
  if (farewell.test(words)) return 'Goodbye!';
  if (aboutSelf.test(words)) return introduction;
  return undefined;
};

const introduction =
  'I find the sentences in the knowledge base that answer a question and quote them with their source. ' +
  'I do not write answers of my own: that takes a model provider. Ask me something about the documents.';
