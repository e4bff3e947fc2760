"""Runs OpenStack Swift with its S3 interface on loopback until standard input is closed.

Usage: object-store.py FOLDER PROXY ACCOUNT CONTAINER OBJECT PART

PROXY to OBJECT are four ports, PART is the minimum size of a part in bytes, and FOLDER contains all files.
"""
import getpass
import os
import sys

import eventlet
import eventlet.tpool
import eventlet.wsgi

eventlet.monkey_patch()

from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

kinds = ('account', 'container', 'object')


def write(folder, name, *sections):
    with open(os.path.join(folder, name), 'w') as file:
        for title, settings in sections:
            file.write('[%s]\n' % title)
            file.writelines('%s = %s\n' % setting for setting in settings.items())


def configure(folder, ports, part):
    os.makedirs(os.path.join(folder, 'devices', 'disk'))
    write(folder, 'swift.conf', ('swift-hash', {'swift_hash_path_prefix': 'tests', 'swift_hash_path_suffix': 'tests'}),
          ('storage-policy:0', {'name': 'one', 'default': 'yes'}))
    common = {'bind_ip': '127.0.0.1', 'workers': 0, 'user': getpass.getuser(), 'swift_dir': folder, 'log_level': 'ERROR'}
    for kind in kinds:
        builder = RingBuilder(2, 1, 1)
        builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': ports[kind], 'device': 'disk',
                         'weight': 1, 'meta': '', 'replication_ip': '127.0.0.1', 'replication_port': ports[kind]})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
        server = kind + '-server'
        write(folder, kind + '.conf',
              ('DEFAULT', {**common, 'bind_port': ports[kind], 'devices': os.path.join(folder, 'devices'),
                           'mount_check': 'false'}),
              ('pipeline:main', {'pipeline': server}),
              ('app:' + server, {'use': 'egg:swift#' + kind, 'recon_cache_path': folder}))
    pipeline = ('catch_errors gatekeeper proxy-logging cache listing_formats s3api tempauth copy bulk slo dlo '
                'versioned_writes proxy-server')
    filters = [('filter:' + name, {'use': 'egg:swift#' + name.replace('-', '_')}) for name in pipeline.split()[:-1]
               if name not in ('cache', 's3api', 'tempauth')]
    write(folder, 'proxy.conf',
          ('DEFAULT', {**common, 'bind_port': ports['proxy']}),
          ('pipeline:main', {'pipeline': pipeline}),
          # On a busy machine, the default timeouts of half a second would exclude the only server for a minute.
          ('app:proxy-server', {'use': 'egg:swift#proxy', 'account_autocreate': 'true', 'conn_timeout': '20',
                                'node_timeout': '20', 'error_suppression_limit': '1000000'}),
          # The pipeline requires a cache filter, but works without a cache server.
          ('filter:cache', {'use': 'egg:swift#memcache', 'memcache_servers': '127.0.0.1:1'}),
          ('filter:s3api', {'use': 'egg:swift#s3api', 'location': 'us-east-1', 'min_segment_size': part}),
          ('filter:tempauth', {'use': 'egg:swift#tempauth', 'user_test_tester': 'testing .admin'}), *filters)


def serve(folder, kind, port):
    app, _, _, _ = wsgi.init_request_processor(os.path.join(folder, kind + '.conf'), kind + '-server')
    listening = eventlet.listen(('127.0.0.1', port))
    # Amazon's SDK requires the exact capitalisation of the ETag header.
    eventlet.spawn(eventlet.wsgi.server, listening, app, utils.NullLogger(), capitalize_response_headers=False,
                   protocol=wsgi.SwiftHttpProtocol)


ports = dict(zip(('proxy', *kinds), map(int, sys.argv[2:6])))
configure(sys.argv[1], ports, sys.argv[6])
utils.SWIFT_CONF_FILE = os.path.join(sys.argv[1], 'swift.conf')
for kind in (*kinds, 'proxy'):
    serve(sys.argv[1], kind, ports[kind])
eventlet.tpool.execute(sys.stdin.buffer.read)
