#!/usr/bin/env perl
# A complete bot for every game of Plowshares, in Perl, with modules that come with Perl only.
#
# The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
# our standard output. Everything for people goes to standard error (warn).
#
# Try it:   plowshares bot check kits/perl --game stratego
# Then change `choose` below.

use strict;
use warnings;
use JSON::PP;

$| = 1;    # without this our answers would stay in a buffer, and our time would run out
my $hello;

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        # The beginning of the match: game, options, our seat, the clock. "wants" names the parts of a turn we like.
        $hello = $message;
        say_it({ type => 'ready', name => 'perl kit', wants => [ 'view', 'log', 'legal' ] });
    }
    elsif ($type eq 'turn') {
        # Our turn. The same id in the answer shows the referee which question it belongs to.
        say_it({ type => 'play', id => $message->{id}, %{ choose($message) } });
    }
    elsif ($type eq 'refused') {
        # The last answer was not legal: ask for the first legal action and play that.
        warn "refused: $message->{message}\n";
        say_it({ type => 'legal', id => $message->{id}, from => 0, count => 1 }) if $message->{left} > 0;
    }
    elsif ($type eq 'legal') {
        say_it({ type => 'play', id => $message->{id}, action => $message->{actions}[0]{action} });
    }
    elsif ($type eq 'result') {
        warn "$message->{sentence} My outcome: $message->{outcome}[ $hello->{seat} ]\n";
    }
}

# Return a command: { action => number }, { text => 'e4 e5' } or { do => {...} }. This is the place for your ideas.
# $turn->{view} is all we may know, field by field; $turn->{legal}{actions} lists what we may do. When there are more
# than 200, $turn->{count} says how many, and { type => 'legal', from => 200, count => 200 } asks for the next ones.
sub choose {
    my ($turn) = @_;
    my @actions = @{ $turn->{legal}{actions} };
    return { action => $actions[ int rand @actions ]{action} };
}

sub say_it {
    my ($message) = @_;
    print encode_json($message), "\n";
}
