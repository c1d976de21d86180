// Light or dark, before anything is drawn.
{
  let chosen = null;
  try { chosen = localStorage.getItem('theme'); } catch { /* private windows keep nothing */ }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => { document.documentElement.dataset.theme = chosen ?? (dark.matches ? 'dark' : 'light'); };
  dark.addEventListener('change', apply);
  apply();
}
