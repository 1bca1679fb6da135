import classes from './showcase.module.css';

/** A picture of the product: a question, an answer, and the documents that it cites. */
export const Showcase = () => (
  <aside className={`relative rounded-lg flex align-center ${classes.showcase}`} aria-hidden="true">
    <svg
      className={`full-width absolute full-height ${classes.backdrop}`}
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      focusable="false"
    >
      <circle className={classes.sun} cx="590" cy="250" r="190" />
      <path className={classes.arch} d="M90 900V470a170 170 0 0 1 340 0V900Z" />
      <path
        className={classes.archLine}
        d="M150 900V480a110 110 0 0 1 220 0V900M260 370V900M150 560H370M150 700H370"
      />
      <path className={classes.hill} d="M0 790C180 700 300 820 480 760S720 700 800 740V900H0Z" />
    </svg>
    <div className={`relative ${classes.scene}`}>
      <p className={`bold ${classes.claim}`}>Answers you can&nbsp;trace.</p>
      <div className={`rounded-lg surface ${classes.card}`}>
        <div className={`push fit ${classes.question}`}>How long do I have to return an order?</div>
        <div className="above-4">
          <span className={classes.line}>
            You can return any order within <mark>30 days</mark>
            <b>1</b> of delivery. Refunds arrive within <mark>five working days</mark>
            <b>2</b>.
          </span>
          <div className="wrap-2 above-4 border-top pad-top-4">
            <span className={`box tiny medium inline-flex align-center ${classes.source}`}>
              <b>1</b> Returns policy.pdf <i>p. 4</i>
            </span>
            <span className={`box tiny medium inline-flex align-center ${classes.source}`}>
              <b>2</b> Customer handbook.docx <i>p. 12</i>
            </span>
          </div>
        </div>
      </div>
    </div>
  </aside>
);
