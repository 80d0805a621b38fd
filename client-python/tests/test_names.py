"""The names of the TypeScript SDK, in snake case, in both clients; and its limits."""
from __future__ import annotations

import inspect
import re
import unittest
from pathlib import Path

from content_provenance import AsyncClient, Client
from content_provenance.transport import HARMLESS
from content_provenance.upload import LARGEST_DELIVERED, LARGEST_UPLOAD

TYPESCRIPT = Path(__file__).resolve().parents[2] / 'client' / 'src'


def snake_case(name: str) -> str:
    return re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name).lower()


class NamesTest(unittest.TestCase):
    def test_every_resource_and_method_is_there(self) -> None:
        source = (TYPESCRIPT / 'create-client.ts').read_text()
        makers = dict(re.findall(r'^ {4}(\w+): (\w+)\(transport\)', source, re.MULTILINE))
        self.assertGreater(len(makers), 15)
        resources = '\n'.join(path.read_text() for path in sorted((TYPESCRIPT / 'resources').glob('*.ts')))
        for client in (Client('http://127.0.0.1:1'), AsyncClient('http://127.0.0.1:1')):
            for resource, maker in makers.items():
                found = getattr(client, snake_case(resource))
                body = re.search(rf'export function {maker}\(.*?\n\}}\n', resources, re.DOTALL)
                assert body
                returned = body[0][body[0].rindex('\n  return ') :]
                names = re.findall(r'^ {4}(?:async )?\*?(\w+)(?:[:(]|,$)', returned, re.MULTILINE)
                if resource in ('sign', 'signBatch'):
                    self.assertTrue(callable(found))
                    continue
                self.assertGreater(len(names), 0, resource)
                for name in names:
                    own = snake_case(name)
                    self.assertTrue(hasattr(found, 'import_' if own == 'import' else own), f'{resource}.{own}')

    def test_both_clients_have_the_same_methods(self) -> None:
        plain, asynchronous = Client('http://127.0.0.1:1'), AsyncClient('http://127.0.0.1:1')
        for name, resource in vars(plain).items():
            if name.startswith('_'):
                continue
            for method, function in inspect.getmembers(type(resource), inspect.isfunction):
                if method == '__init__':
                    continue
                other = getattr(type(getattr(asynchronous, name)), method)
                self.assertEqual(
                    list(inspect.signature(function).parameters), list(inspect.signature(other).parameters), method
                )

    def test_limits_and_harmless_requests_are_those_of_the_typescript_sdk(self) -> None:
        sizes = dict(re.findall(r'(LARGEST_\w+) = (\d+) \*', (TYPESCRIPT / 'content-sizes.ts').read_text()))
        found = {'LARGEST_UPLOAD': LARGEST_UPLOAD, 'LARGEST_DELIVERED': LARGEST_DELIVERED}
        self.assertEqual({name: int(size) * 1024 * 1024 for name, size in sizes.items()}, found)
        harmless = re.search(r'const harmless = .*?\]\)', (TYPESCRIPT / 'transport.ts').read_text(), re.DOTALL)
        assert harmless
        self.assertEqual(set(re.findall(r"'POST ([^']+)'", harmless[0])), HARMLESS)
