// Runs before the first paint, as a file because the policy allows no inline script.
(function () {
  var chosen = /(?:^|; )(?:__Host-)?color_scheme=(light|dark)/.exec(document.cookie);
  var dark = chosen ? chosen[1] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
