import js from '@eslint/js';
import globals from 'globals';

const LAYERS = ['core', 'text', 'state', 'panels', 'controls', 'page', 'report'];
const PRIVATE = '/^(_fullLayout|_fullData|_offset|_length|l2p|p2l)$/';

/* The place of a file in the order of layers; the entries lie above all folders. */
function layerOf(path) {
  const [, folder] = path.match(/assets\/(\w+)\//) || [];
  return folder ? LAYERS.indexOf(folder) : LAYERS.length;
}

/* Imports are sorted by layer, and within a layer by path. */
const sortKey = (source, file) => `${layerOf(new URL(source, 'file://' + file).pathname)} ${source}`;

const costdash = {
  rules: {
    'import-down': {
      create: (context) => ({
        ImportDeclaration(node) {
          const target = new URL(node.source.value, 'file://' + context.filename).pathname;
          if (layerOf(target) > layerOf(context.filename)) {
            context.report({ node, message: `Only lower layers may be imported: ${LAYERS.join(' < ')}.` });
          }
        },
      }),
    },
    'import-order': {
      create: (context) => ({
        Program({ body }) {
          const imports = body.filter(({ type }) => type === 'ImportDeclaration');
          const keys = imports.map(({ source }) => sortKey(source.value, context.filename));
          const late = keys.findIndex((key, k) => k > 0 && keys[k - 1] > key);
          if (late < 0) return;
          const { sourceCode } = context;
          const texts = imports.map((node, k) => [keys[k], sourceCode.getText(node)]).sort();
          const range = [imports[0].range[0], imports.at(-1).range[1]];
          const commented = sourceCode.getAllComments().some((c) => c.range[0] > range[0] && c.range[1] < range[1]);
          context.report({
            node: imports[late],
            message: `Sort imports by layer (${LAYERS.join(', ')}), then by path.`,
            fix: (fixer) =>
              commented ? null : fixer.replaceTextRange(range, texts.map(([, text]) => text).join('\n')),
          });
        },
      }),
      meta: { fixable: 'code' },
    },
  },
};

/* What the bundle (`bundle` in costdash/static.py) does not understand. */
const UNBUNDLED = [
  'ExportDefaultDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration[source]',
  'ExportNamedDeclaration[specifiers.length>0]',
  'ExportNamedDeclaration > VariableDeclaration[kind!="const"]',
  'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.type!="Identifier"]',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
].map((selector) => ({ selector, message: 'The bundle understands named imports, functions and constants only.' }));

const PLOTLY = ['MemberExpression', 'ObjectPattern > Property'].map((kind) => ({
  selector: `${kind}[${kind === 'MemberExpression' ? 'property' : 'key'}.name=${PRIVATE}]`,
  message: "Only panels/plotly-*.js read plotly's private fields.",
}));

export default [
  js.configs.recommended,
  {
    files: ['assets/**/*.js'],
    languageOptions: { globals: globals.browser },
    plugins: { costdash },
    rules: {
      complexity: ['error', 10],
      'costdash/import-down': 'error',
      'costdash/import-order': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...UNBUNDLED, ...PLOTLY],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'sort-imports': ['error', { ignoreDeclarationSort: true, ignoreCase: true }],
    },
  },
  { files: ['assets/panels/plotly-*.js'], rules: { 'no-restricted-syntax': ['error', ...UNBUNDLED] } },
  { files: ['tests/js/**/*.js', 'eslint.config.js'], languageOptions: { globals: globals.node } },
  {
    files: ['benchmarks/*.js', 'costdash/web/page/templates/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'script' },
  },
  { ignores: ['.venv/', 'build/', 'dist/'] },
];
